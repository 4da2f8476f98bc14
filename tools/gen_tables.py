"""Generate the constant tables of the kernels, or check the tracked ones (``--check``).

One suit is nine counts. Reading it three tiles at a time is a walk through an automaton: the
first three counts are a row, the next three lead to a second row, the last three to a value.
Every table is the smallest such automaton, so suits with the same future share their rows.
See ``docs/architecture.md`` for how the kernels read them.
"""

import argparse
import sys
from itertools import combinations_with_replacement, product
from pathlib import Path

import numpy as np

CORE = Path(__file__).resolve().parent.parent / "src" / "zhuoji_fast" / "_core"
FAR = 60  # more tiles than any hand lacks
ROW = 128  # 125 indices of three base-5 counts, padded so that a row is a shift away

# ---------------------------------------------------------------------------- one suit


def runs_and_costs(max_sets):
    """Steps (old runs, older runs, new runs, triplet, pair, tiles used) of the suit walk."""
    for s1, s2, r in product(range(max_sets + 1), repeat=3):
        for t, q in product((0, 1), repeat=2):
            used = s1 + s2 + r + 3 * t + 2 * q
            if used <= 4 and r + t <= max_sets and s1 + s2 + r <= max_sets:
                yield s1, s2, r, t, q, used


def all_profiles():
    """(5^9, 10) tiles to add for 0-4 sets without (0-4) and with (5-9) the pair."""
    cost = {(0, 0, 0, 0): np.zeros(1, np.uint8)}
    steps = list(runs_and_costs(4))
    for tile in range(9):
        size = 5 ** (tile + 1)
        new = {}
        for (s1, s2, j, p), old in cost.items():
            for a, b, r, t, q, used in steps:
                if (a, b) != (s1, s2) or j + r + t > 4 or p + q > 1 or (r and tile > 6):
                    continue
                add = np.maximum(0, used - np.arange(5)).astype(np.uint8)
                value = (old[:, None] + add).reshape(size)
                key = (r, s1, j + r + t, p + q)
                new[key] = np.minimum(new[key], value) if key in new else value
        cost = new
    out = np.full((5**9, 10), FAR, np.uint8)
    for (s1, s2, j, p), value in cost.items():
        if not s1 and not s2:
            out[:, 5 * p + j] = value
    return out


def digits(vector):
    """Index of nine counts among all 5^9, first tile slow."""
    index = 0
    for c in vector:
        index = index * 5 + int(c)
    return index


def set_vectors():
    """Count vectors of the sixteen sets of one suit."""
    for i in range(9):
        v = np.zeros(9, int)
        v[i] = 3
        yield v
    for i in range(7):
        v = np.zeros(9, int)
        v[i : i + 3] = 1
        yield v


def all_readings():
    """Two (5^9,) arrays: in how many ways a suit is sets alone, and sets and the pair."""
    sets_only, with_pair = np.zeros(5**9, int), np.zeros(5**9, int)
    sets = list(set_vectors())
    for n in range(5):
        for chosen in combinations_with_replacement(range(16), n):
            base = sum((sets[i] for i in chosen), np.zeros(9, int))
            if base.max() <= 4:
                sets_only[digits(base)] += 1
            for i in range(9):
                base[i] += 2
                if base.max() <= 4:
                    with_pair[digits(base)] += 1
                base[i] -= 2
    return sets_only, with_pair


def triplet_code():
    """(5^9,) 0 for triplets alone, 1 for triplets and the pair, 5 for neither."""
    kinds = np.stack([(np.arange(5**9) // 5**k) % 5 for k in range(9)])
    pairs = (kinds == 2).sum(axis=0)
    return np.where(np.isin(kinds, (0, 2, 3)).all(axis=0) & (pairs <= 1), pairs, 5)


def all_wait_masks(complete):
    """(5^9,) masks of the tiles whose addition makes a suit complete."""
    index = np.arange(5**9)
    mask = np.zeros(5**9, np.uint32)
    for tile in range(9):
        weight = 5 ** (8 - tile)
        room = (index // weight) % 5 < 4
        mask[room] |= complete[index[room] + weight].astype(np.uint32) << np.uint32(tile)
    return mask


# ---------------------------------------------------------------------- automata of counts


def number(rows):
    """Give equal rows one number, in the order of first appearance."""
    rows = np.ascontiguousarray(rows)
    key = rows.view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))).ravel()
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    rank = np.empty(len(first), int)
    rank[np.argsort(first)] = np.arange(len(first))
    return rows[np.sort(first)], rank[inverse.ravel()]


def regroup(rows, dtype):
    """Reorder each row of 125 from first-tile-slow to first-tile-fast: index a + 5 b + 25 c."""
    cube = rows.reshape(-1, 5, 5, 5).transpose(0, 3, 2, 1).reshape(-1, 125)
    out = np.zeros((len(rows), ROW), dtype)
    out[:, :125] = cube
    return out


def automaton(values):
    """Middle (ROW, ROW) and last (n, ROW) tables for the value number of each of 5^9 suits.

    The middle table has a row for each index of the second three tiles and a column for the first
    three, which is how the kernels gather them.
    """
    last, middle = number(values.reshape(5**6, 125).astype(np.uint16))
    by_second = regroup(middle.reshape(125, 125), np.uint16)[:, :125].T
    order = np.arange(125).reshape(5, 5, 5).transpose(2, 1, 0).ravel()
    table = np.zeros((ROW, ROW), np.uint16)
    table[:125, :125] = by_second[:, order]
    return table, regroup(last, np.uint16)


# ----------------------------------------------------------------- automaton of capped suits

SYMBOLS = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 3), (1, 3), (0, 4)]  # (count, meld)
CAPPED_SETS = 3


def capped_levels():
    """Minimal automaton over (count, meld) symbols: nine (states, 8) tables, then profiles.

    A suit with a meld holds at most three concealed sets, and no suit holds more than
    14 tiles, a meld counted as three; what cannot occur leads to state 0.
    """
    keys = [
        (s1, s2, j, p)
        for s1, s2 in product(range(CAPPED_SETS + 1), repeat=2)
        for j in range(s1 + s2, CAPPED_SETS + 1)
        for p in (0, 1)
    ]
    at = {key: i for i, key in enumerate(keys)}
    steps = list(runs_and_costs(CAPPED_SETS))

    def links(tile):
        rows = [
            (at[s1, s2, j, p], at[r, s1, j + r + t, p + q], used)
            for (s1, s2, j, p) in keys
            for a, b, r, t, q, used in steps
            if (a, b) == (s1, s2)
            and j + r + t <= CAPPED_SETS
            and p + q <= 1
            and (r == 0 or tile <= 6)
            and (r, s1, j + r + t, p + q) in at
        ]
        source, target, used = map(np.array, zip(*rows, strict=True))
        order = np.argsort(target, kind="stable")
        return source[order], target[order], used[order]

    start = np.full(len(keys), FAR, np.int16)
    start[at[0, 0, 0, 0]] = 0
    level = {(start.tobytes(), 0): 0}
    walks = []
    for tile in range(9):
        source, target, used = links(tile)
        edge = np.flatnonzero(np.r_[True, target[1:] != target[:-1]])
        vectors = np.array([np.frombuffer(k[0], np.int16) for k in level])
        totals = np.array([k[1] for k in level])
        table = np.full((len(level), 8), -1)
        following = {}
        for symbol, (count, meld) in enumerate(SYMBOLS):
            price = np.maximum(0, used - count) + np.where(used > 4 - meld, FAR, 0)
            moved = np.full((len(level), len(keys)), FAR, np.int16)
            moved[:, target[edge]] = np.minimum.reduceat(vectors[:, source] + price, edge, axis=1)
            np.minimum(moved, FAR, out=moved)
            after = totals + count + 3 * (meld > 0)
            for i in np.flatnonzero(after <= 14):
                key = (moved[i].tobytes(), int(after[i]))
                table[i, symbol] = following.setdefault(key, len(following))
        walks.append(table)
        level = following
    ends = [at[0, 0, j, p] for p in (0, 1) for j in range(CAPPED_SETS + 1)]
    profile = np.array([np.frombuffer(k[0], np.int16)[ends] for k in level])
    profiles, rank = number(profile)
    levels = []
    for table in reversed(walks):
        seen = np.where(table < 0, -1, rank[table])
        rows, rank = number(seen)
        levels.insert(0, rows)
    return levels, profiles


def stride_pairs(levels, profiles):
    """Tables for the first three symbols (512), then two symbols (64) at a time."""
    safe = [np.maximum(t, 0) for t in levels]

    def follow(state, level, symbols):
        for k, s in enumerate(symbols):
            state = safe[level + k][state, s]
        return state

    octal = np.arange(512)
    first = follow(np.zeros(512, int), 0, (octal & 7, octal >> 3 & 7, octal >> 6))
    pair = np.arange(64)
    tables = [first]
    for level in (3, 5, 7):
        state = np.arange(len(levels[level]))[:, None]
        tables.append(follow(state, level, (pair & 7, pair >> 3)))
    assert len(profiles) <= 256
    return tables


# -------------------------------------------------------------------- automaton of ting hands

FROZEN = 13  # tiles of a ting hand without melds
WHOLE, SHORT = 1, 2  # what the part of such a hand in one suit can be


def ting_parts(shift, mask):
    """(5^9,) kinds of the parts of a ting hand, and the (size, good, odd) of each kind.

    A part is WHOLE if it is sets, or sets and the pair; it is SHORT if one tile makes sets and the
    pair of 3n + 1, or sets of 3n + 2. The number of tiles held once or three times counts for
    seven pairs: none, one or more. What can be in no ting hand is of kind 0.
    """
    held = np.stack([np.arange(5**9) // 5 ** (8 - k) % 5 for k in range(9)])
    size, odd = held.sum(axis=0), np.minimum((held % 2).sum(axis=0), 2)
    alone, with_pair = mask >> np.uint32(9) & 511, mask & 511
    good = np.choose(
        size % 3,
        [
            WHOLE * (shift == 0),
            SHORT * (with_pair > 0),
            WHOLE * (shift == 9) + SHORT * (alone > 0),
        ],
    )
    part = np.where((size <= FROZEN) & ((good > 0) | (odd < 2)), size * 16 + good * 4 + odd + 1, 0)
    kinds, index = np.unique(part, return_inverse=True)
    return index, [((k - 1) >> 4, (k - 1) >> 2 & 3, (k - 1) & 3) for k in kinds.tolist()[1:]]


def makes_ting(parts):
    """Whether three parts of 13 tiles are a ting hand: seven pairs, or one of them is SHORT."""
    rest = [size % 3 for size, _, _ in parts]
    if sum(size for size, _, _ in parts) != FROZEN:
        return False
    if sum(odd for _, _, odd in parts) == 1:
        return True
    for short in range(3):
        others = [k for k in range(3) if k != short]
        need = {(1, 0, 0): (0, 0), (2, 0, 2): (0, 2), (2, 2, 0): (2, 0)}
        key = (rest[short], rest[others[0]], rest[others[1]])
        if key in need and parts[short][1] & SHORT and all(parts[k][1] & WHOLE for k in others):
            return True
    return False


def ting_levels(index):
    """Smallest automaton, a count a step: for each level but the last its (states, 5) links.

    What can be in no ting hand leads to -1; states of a level are numbered from 0.
    """
    levels, at = [], index - 1
    for _ in range(9):
        rows, at = number(at.reshape(-1, 5))
        dead = (rows < 0).all(axis=1)
        rank = np.where(dead, -1, np.cumsum(~dead) - 1)
        levels.insert(0, rows[~dead])
        at = rank[at]
    return levels


def ting_header(shift, mask):
    """Ting hands, for counting: where each state of the automaton leads, and what leads to it.

    States of all levels are numbered through; those of the last are the kinds of parts, and the
    number after them stands for no ting hand. Ways back are eight times the state before, plus
    the count between.
    """
    index, kinds = ting_parts(shift, mask)
    levels = ting_levels(index)
    starts = np.cumsum([0, *map(len, levels), len(kinds)])
    following, sources = [], [[] for _ in range(starts[-1])]
    for level, rows in enumerate(levels):
        following.append(np.where(rows < 0, starts[-1], starts[level + 1] + rows))
        for state, copies in zip(*np.nonzero(rows >= 0), strict=True):
            back = 8 * (starts[level] + state) + copies
            sources[starts[level + 1] + rows[state, copies]].append(int(back))
    first = np.cumsum([0, *map(len, sources)])
    hands = np.array(
        [k for k in product(range(len(kinds)), repeat=3) if makes_ting([kinds[i] for i in k])]
    )
    print(f"ting: {starts[-1]} states, {first[-1]} links, {len(hands)} hands", file=sys.stderr)
    return header(
        "ZJ_TABLES_TING_H",
        f"enum {{ ZJ_TING_STATES = {starts[-1]}, ZJ_TING_KINDS = {len(kinds)} }};\n",
        constant("zj_ting_level", starts.astype(np.uint16)),
        constant("zj_ting_next", np.concatenate(following).astype(np.uint16)),
        constant("zj_ting_first", first.astype(np.uint16)),
        constant("zj_ting_back", np.array([b for found in sources for b in found], np.uint16)),
        # Pairs of kinds of the other two suits, by the kind of the first.
        constant(
            "zj_ting_pairs_of",
            np.searchsorted(hands[:, 0], range(len(kinds) + 1)).astype(np.uint16),
        ),
        constant("zj_ting_pairs", hands[:, 1:].astype(np.uint8)),
    )


# ------------------------------------------------------------------------------- combining


def combine(profiles, sets):
    """Min-plus of two suits: profiles of pairs and the table (n, n) of their numbers."""
    n = len(profiles)
    p = profiles.reshape(n, 2, sets + 1).astype(int)
    both = np.full((n, n, 2, sets + 1), FAR)
    for a, b in product(range(2), repeat=2):
        for i, j in product(range(sets + 1), repeat=2):
            if a + b <= 1 and i + j <= sets:
                value = p[:, None, a, i] + p[None, :, b, j]
                both[:, :, a + b, i + j] = np.minimum(both[:, :, a + b, i + j], value)
    pairs, index = number(np.minimum(both, FAR).reshape(n * n, -1).astype(np.uint8))
    return pairs, index.reshape(n, n)


def endings(pairs, profiles, sets):
    """(sets + 1, pairs, suits) tiles that a hand lacks, by the number of sets it needs."""
    a = pairs.reshape(-1, 1, 2, sets + 1).astype(int)
    c = profiles.reshape(1, -1, 2, sets + 1).astype(int)
    out = np.full((sets + 1, len(pairs), len(profiles)), FAR)
    for n in range(sets + 1):
        for i in range(n + 1):
            for p in (0, 1):
                out[n] = np.minimum(out[n], a[:, :, p, i] + c[:, :, 1 - p, n - i])
    return out.astype(np.uint8)


def partners(pairs, sets):
    """(sets + 1, pairs, 16): what two suits add to entry e of the third, far where they cannot."""
    a = pairs.reshape(-1, 2, sets + 1)
    out = np.full((sets + 1, len(pairs), 16), 2 * FAR, np.uint8)
    for n in range(sets + 1):
        for i in range(n + 1):
            for p in (0, 1):
                out[n, :, p * (sets + 1) + i] = a[:, 1 - p, n - i]
    return out


def sum_table(pairs):
    """What the sum of tiles + 32 * pairs says of a row; 0 for an impossible sum.

    Bits 0-16: offset of its table of endings; 17, 18, 19: 3n+1, 3n+2, either; 20-22: sets
    needed; 24-31: tiles that seven pairs lack.
    """
    table = np.zeros(4096, np.uint32)
    for held, tiles in product(range(8), range(1, 15)):
        if 2 * held <= tiles and tiles % 3:
            lacking = 7 - held if tiles >= 13 else FAR
            sets, remainder = tiles // 3, 1 << 17 if tiles % 3 == 1 else 1 << 18
            offset = sets * pairs * ROW
            assert offset < 1 << 17
            table[tiles + 32 * held] = offset | remainder | 1 << 19 | sets << 20 | lacking << 24
    return table


def padded(table, width, dtype):
    """Rows widened to ``width``."""
    out = np.zeros((*table.shape[:-1], width), dtype)
    out[..., : table.shape[-1]] = table
    return out


# ---------------------------------------------------------------------------------- headers

EMITTED = []  # type and name of every table, in order
TYPES = {"uint8": "uint8_t", "int8": "int8_t", "uint16": "uint16_t", "uint32": "uint32_t"}


def emit(name, array, pad=0, front=0):
    """Text of one constant array, followed by ``pad`` zeros so that any byte is a safe index.

    With ``front`` zeros before it, one tile less than none is a safe index too.
    """
    flat = np.concatenate([np.zeros(front, array.dtype), array.ravel(), np.zeros(pad, array.dtype)])
    kind = TYPES[str(array.dtype)]
    own = constant(f"{name}_padded" if front else name, flat)
    if front:
        own += f"static const {kind} *const {name} = {name}_padded + {front};\n"
    EMITTED.append((kind, name))
    return f"#ifdef ZJ_OWN_TABLES\n{own}#else\nstatic const {kind} *{name};\n#endif\n"


def constant(name, array):
    """Text of one constant array, for every module that includes it."""
    text = ",".join(map(str, array.ravel().tolist()))
    lines = []
    while len(text) > 2000:
        cut = text.rindex(",", 0, 2000) + 1
        lines.append(text[:cut])
        text = text[cut:]
    kind = TYPES[str(array.dtype)]
    body = "\n".join([*lines, text])
    return f"static const {kind} {name}[{array.size}] = {{\n{body}\n}};\n"


def shared_header(names):
    """All tables as one struct: one module owns them, the others point into it."""
    fields = "".join(f"    const {kind} *{name};\n" for kind, name in EMITTED)
    fill = "".join(f"    own.{name} = {name};\n" for _, name in EMITTED)
    use = "".join(f"    {name} = tables->{name};\n" for _, name in EMITTED)
    return header(
        "ZJ_TABLES_H",
        *[f'#include "{name}"\n' for name in names],
        f"typedef struct {{\n{fields}}} zj_tables;\n#ifdef ZJ_OWN_TABLES\n",
        "static const zj_tables *zj_own_tables(void) {\n    static zj_tables own;\n",
        f"{fill}    return &own;\n}}\n#else\n",
        f"static inline void zj_use_tables(const zj_tables *tables) {{\n{use}}}\n#endif\n",
    )


def header(guard, *parts):
    """A whole header file."""
    top = "/* Generated by tools/gen_tables.py; do not edit. */\n"
    guards = f"#ifndef {guard}\n#define {guard}\n#include <stdint.h>\n"
    return top + guards + "".join(parts) + "#endif\n"


def shanten_header():
    """Plain suits: every kind may be used four times."""
    profiles, value = number(all_profiles())
    middle, last = automaton(value)
    pairs, index = combine(profiles, 4)
    print(f"plain: {len(last)} rows, {len(profiles)} profiles, {len(pairs)} pairs", file=sys.stderr)
    return header(
        "ZJ_TABLES_SHANTEN_H",
        f"enum {{ ZJ_PLAIN_PROFILES = {len(profiles)}, ZJ_PLAIN_PAIRS = {len(pairs)} }};\n",
        emit("zj_plain_middle", middle, 26 * ROW, 26 * ROW),
        emit("zj_plain_last", last.astype(np.uint8), 2 * ROW, 32),
        emit("zj_plain_pair", padded(index, ROW, np.uint8)),
        emit("zj_plain_end", padded(endings(pairs, profiles, 4), ROW, np.uint8)),
        emit("zj_plain_profile", padded(profiles, 16, np.uint8)),
        emit("zj_plain_partner", partners(pairs, 4)),
        emit("zj_sum", sum_table(len(pairs))),
    )


def capped_header():
    """Suits of a hand with melds: a kind may be used as often as its meld leaves copies."""
    levels, profiles = capped_levels()
    first, *strides = stride_pairs(levels, profiles)
    print(f"capped: levels {[len(t) for t in levels]}", file=sys.stderr)
    pairs, index = combine(profiles, 3)
    print(f"capped: {len(profiles)} profiles, {len(pairs)} pairs", file=sys.stderr)
    width = -(-len(profiles) // 8) * 8
    parts = [
        f"enum {{ ZJ_CAPPED_PROFILES = {len(profiles)}, ZJ_CAPPED_PAIRS = {len(pairs)}, "
        f"ZJ_CAPPED_WIDTH = {width} }};\n",
        emit("zj_capped_first", first.astype(np.uint16), 64, 64),
        emit("zj_capped_second", strides[0].astype(np.uint16), 272, 16),
        emit("zj_capped_third", strides[1].astype(np.uint16), 272, 16),
        emit("zj_capped_last", strides[2].astype(np.uint8), 272, 16),
        emit("zj_capped_pair", padded(index, width, np.uint8)),
        emit("zj_capped_end", padded(endings(pairs, profiles, 3), width, np.uint8)),
        emit("zj_capped_profile", padded(profiles, 16, np.uint8)),
        emit("zj_capped_partner", partners(pairs, 3)),
    ]
    return header("ZJ_TABLES_CAPPED_H", *parts)


def shapes_headers():
    """Finished suits: the win code, the number of readings, and the waits; and ting hands."""
    sets_only, with_pair = all_readings()
    # A suit is sets (0), sets and the pair (1) or neither (5), and so for triplets alone in the
    # high four bits: three suits added are finished if they make 1.
    code = np.where(sets_only > 0, 0, np.where(with_pair > 0, 1, 5)) + 16 * triplet_code()
    win_middle, win_last = automaton(code)
    counts, value = number(np.stack([sets_only, with_pair], axis=1))
    count_middle, count_last = automaton(value)
    print(f"win: {len(win_last)} rows; readings: {len(count_last)} rows", file=sys.stderr)
    shapes = header(
        "ZJ_TABLES_SHAPES_H",
        f"enum {{ ZJ_MAX_READINGS = {max_readings(sets_only, with_pair)} }};\n",
        emit("zj_win_middle", win_middle.astype(np.uint8)),
        emit("zj_win_last", win_last.astype(np.uint8), ROW),
        emit("zj_readings_middle", count_middle.astype(np.uint8)),
        emit("zj_readings_last", count_last.astype(np.uint8), ROW),
        emit("zj_readings_number", counts.astype(np.uint8)),
    )
    # Low nine bits: tiles that complete sets and the pair, wanted when the other two suits are
    # sets (shift 0); above them those that complete sets alone, wanted when one of the others
    # has the pair (shift 9); a suit that is neither shifts everything out.
    shift = np.where(sets_only > 0, 0, np.where(with_pair > 0, 9, 18))
    mask = all_wait_masks(with_pair > 0) | all_wait_masks(sets_only > 0) << np.uint32(9)
    records, value = number((mask | shift.astype(np.uint32) << np.uint32(27))[:, None])
    middle, last = automaton(value)
    print(f"waits: {len(last)} rows, {len(records)} records", file=sys.stderr)
    waits = header(
        "ZJ_TABLES_WAITS_H",
        emit("zj_waits_middle", middle),
        emit("zj_waits_last", last, ROW),
        emit("zj_waits_record", records.ravel().astype(np.uint32)),
    )
    return shapes, waits, ting_header(shift, mask)


def max_readings(sets_only, with_pair):
    """Most readings of any hand: best split of four sets and a pair over three suits, and pairs."""
    index = np.arange(5**9)
    tiles = sum((index // 5**k) % 5 for k in range(9))
    most = np.zeros((2, 15), int)
    np.maximum.at(most[0], tiles[tiles <= 14], sets_only[tiles <= 14])
    np.maximum.at(most[1], tiles[tiles <= 14], with_pair[tiles <= 14])
    best = 0
    for a, b, c in product(range(0, 15, 3), repeat=3):
        if a + b + c <= 12:
            best = max(best, int(most[1][a + 2] * most[0][b] * most[0][c]))
    return best + 1


def main():
    """Write the headers, or compare them with the tracked ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only; exit 1 if any differs")
    check = parser.parse_args().check
    shapes, waits, ting = shapes_headers()
    files = {
        "tables_shanten.h": shanten_header(),
        "tables_capped.h": capped_header(),
        "tables_shapes.h": shapes,
        "tables_waits.h": waits,
    }
    files["tables.h"] = shared_header(list(files))
    files["tables_ting.h"] = ting
    stale = []
    for name, text in files.items():
        path = CORE / name
        if not check:
            path.write_text(text, encoding="ascii", newline="\n")
        elif not path.exists() or path.read_bytes() != text.encode("ascii"):
            stale.append(name)
    for name in stale:
        print(f"{name} differs from what tools/gen_tables.py makes")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
