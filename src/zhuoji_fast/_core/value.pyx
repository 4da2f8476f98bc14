"""胡牌分: what a win is worth to one payer, step by step, and who may win on a discard."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset

from zhuoji_fast._core.kernels cimport pattern, wait_patterns
from zhuoji_fast._core.rules cimport (
    DECLARED_LOSS_ADD,
    DECLARED_LOSS_NONE,
    DECLARED_MODE_ABSORB,
    DECLARED_MODE_SET,
    EARTHLY_WHEN_FIRST_DISCARD,
    OPENING_MODE_FLOOR,
    PASSPORT_WAIVERS_DECLARED,
    PASSPORT_WAIVERS_DECLARED_DISCARDER,
    PASSPORT_WAIVERS_HOT_SHOT,
    PASSPORT_WAIVERS_ROBBED_KONG,
    ROBBED_KONG_FLUSH,
    ROBBED_KONG_KONG_FEE,
    ROW_FLUSH,
    ROW_PING,
    SELF_DRAW_ALL,
    SELF_DRAW_PLAIN,
    RulesC,
    best_row,
    fan_of,
    flags_for,
)

cdef extern from "simd.h" nogil:
    int zj_lowest_bit(uint32_t bits)

cdef enum:  # bits of patterns.Pattern
    TRIPLETS = 2
    DRAGON_ON_WAIT = 64


cdef int winning_row(
    const RulesC *rules, const uint8_t *hand, const uint8_t *melds, int tile
) noexcept nogil:
    # Row of the fan table once `tile` has joined the hand, -1 if that does not finish it.
    cdef uint8_t full[27]
    cdef uint32_t flags
    memcpy(full, hand, 27)
    full[tile] += 1
    flags = flags_for(rules, pattern(full, melds), full)
    return best_row(rules, flags, full[tile] == 4)


cdef int64_t highest_fan(
    const RulesC *rules, const uint8_t *hand, const uint8_t *flags, uint32_t waits
) noexcept nogil:
    # Highest fan over the waits (R-EXH-3), 0 without any; `flags` as wait_patterns gives them.
    cdef uint8_t full[27]
    cdef int64_t best = 0
    cdef int64_t fan
    cdef uint32_t found
    cdef int tile
    while waits:
        tile = zj_lowest_bit(waits)
        waits &= waits - 1
        found = flags[tile]
        if found & TRIPLETS:  # only then it matters which tiles they are
            memcpy(full, hand, 27)
            full[tile] += 1
            found = flags_for(rules, found, full)
        fan = fan_of(rules, found, (found & DRAGON_ON_WAIT) != 0)
        if fan > best:
            best = fan
    return best


cdef int64_t best_fan(
    const RulesC *rules, const uint8_t *hand, const uint8_t *melds, uint32_t waits
) noexcept nogil:
    # Highest fan over the waits, 0 without any.
    cdef uint8_t flags[27]
    if waits == 0:
        return 0
    wait_patterns(hand, melds, flags)
    return highest_fan(rules, hand, flags, waits)


cdef inline int64_t declared_worth(const RulesC *rules, int declared) noexcept nogil:
    return rules.declare_hard if declared == DECLARED_HARD else rules.declare_soft


cdef inline int64_t shortfall(int64_t value, int64_t floor) noexcept nogil:
    return floor - value if floor > value else 0


cdef int64_t win_value(
    const RulesC *rules, int row, const SituationC *situation, int32_t *steps
) noexcept nogil:
    # Value of a win with pattern `row` to one payer; steps[STEP_...] are the increments it sums.
    cdef int64_t value = rules.fan[row]
    cdef int64_t worth, step
    cdef bint big = row != ROW_PING
    cdef bint raised = False
    cdef int opening = STEP_HEAVENLY
    memset(steps, 0, STEPS * sizeof(int32_t))
    steps[STEP_PATTERN] = <int32_t> value

    if situation.declared:
        worth = declared_worth(rules, situation.declared)
        if rules.declared_mode == DECLARED_MODE_SET:
            step = shortfall(value, worth)
        elif rules.declared_mode == DECLARED_MODE_ABSORB and not big:
            step = worth - value
        else:
            step = worth
        steps[STEP_DECLARED] = <int32_t> step
        value += step
        raised = step > 0

    if situation.by == BY_SELF_DRAW:
        if rules.self_draw == SELF_DRAW_ALL or (
            rules.self_draw == SELF_DRAW_PLAIN and not big and not raised
        ):
            steps[STEP_SELF_DRAW] = 1
            value += 1
        if situation.kong_bloom:
            steps[STEP_KONG_BLOOM] = <int32_t> rules.kong_bloom
            value += rules.kong_bloom
            if rules.kong_bloom_keeps_base and big:
                steps[STEP_KEEPS_BASE] = 1
                value += 1

    # One opening hand at most; an earthly hand worth nothing does not exist.
    worth = 0
    if situation.heavenly:
        worth = rules.heavenly
    elif rules.earthly > 0 and (
        situation.first_discard
        if rules.earthly_when == EARTHLY_WHEN_FIRST_DISCARD
        else situation.first_draw
    ):
        opening = STEP_EARTHLY
        worth = rules.earthly
    elif situation.first_draw and not situation.declared:
        opening = STEP_FIRST_DRAW_WIN
        worth = rules.first_draw_win
    if rules.opening_mode == OPENING_MODE_FLOOR:
        worth = shortfall(value, worth)
    steps[opening] = <int32_t> worth
    value += worth

    if situation.by == BY_ROBBED_KONG:
        step = 0
        if rules.robbed_kong == ROBBED_KONG_FLUSH:
            step = shortfall(value, rules.fan[ROW_FLUSH])
        elif rules.robbed_kong == ROBBED_KONG_KONG_FEE:
            step = (situation.players - 1) * rules.kong_added
        steps[STEP_ROBBED_KONG] = <int32_t> step
        value += step

    if situation.hot_shot:
        steps[STEP_HOT_SHOT] = <int32_t> rules.hot_shot
        value += rules.hot_shot

    if (
        situation.payer_declared
        and rules.declared_loss != DECLARED_LOSS_NONE
        and (situation.by != BY_SELF_DRAW or rules.declared_loss_on_self_draw)
    ):
        step = declared_worth(rules, situation.payer_declared)
        if rules.declared_loss != DECLARED_LOSS_ADD:
            step = shortfall(value, step)
        steps[STEP_DECLARED_LOSS] = <int32_t> step
        value += step

    if situation.dealer_wins or (situation.dealer_pays and rules.dealer_bonus_both):
        steps[STEP_DEALER] = <int32_t> rules.dealer_bonus
        value += rules.dealer_bonus
        if rules.streak_counts:
            steps[STEP_STREAK] = <int32_t> situation.streak
            value += situation.streak
    return value


cdef bint win_permitted(
    const RulesC *rules, int row, int kong_kinds, const SituationC *situation
) noexcept nogil:
    # Whether a finished hand may win so (§3); `kong_kinds` are PASSPORT_KINDS_... of its kongs.
    cdef int64_t waivers = rules.passport_waivers
    if situation.by == BY_SELF_DRAW or row != ROW_PING:
        return True
    if kong_kinds & rules.passport_kinds:
        return True
    if situation.declared and waivers & PASSPORT_WAIVERS_DECLARED:
        return True
    if situation.payer_declared and waivers & PASSPORT_WAIVERS_DECLARED_DISCARDER:
        return True
    if situation.hot_shot and waivers & PASSPORT_WAIVERS_HOT_SHOT:
        return True
    if situation.by == BY_ROBBED_KONG and waivers & PASSPORT_WAIVERS_ROBBED_KONG:
        return True
    return (
        situation.first_discard
        and rules.earthly_when == EARTHLY_WHEN_FIRST_DISCARD
        and rules.earthly > 0
    )
