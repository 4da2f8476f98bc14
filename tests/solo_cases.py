"""Small hands that the slow recursions of slow_solo.py get through, and how to ask both."""

import oracle
import zhuoji_fast as zj
from slow_solo import Slow

# Hand, and the tiles that can be drawn. Melds stand in brackets; a hand of fewer than 13 tiles
# without any is one whose melds are not known.
CASES = [
    ("6m [2222m] [444m] [333p] [111s]", "355678m"),
    ("11233455m", "112225m"),
    ("34p", "1125p"),
    ("1122m4p", "1122m"),
    ("578m11p [111m] [3333p] [666p]", "5679m"),
    ("1112233455m [2222s]", "12344455m"),
    ("11123456m", "123446m"),
    ("88m [777m] [7777p] [2222s] [999s]", "788m2222p"),
    ("8m [333m] [555m] [6666m] [666s]", "778899m"),
    ("55667789m [3333p] [6666s]", "567788m"),
    ("1233556m123344p", "377m1p"),
    ("556999m1p [7777m] [333p]", "5688m"),
    ("56778889m111p [444p]", "566m1p"),
    ("13s [222m] [888m] [888p] [5555s]", "112244s"),
    ("112478999m2234p", "237m4p"),
    ("5m688s [888p] [111s] [777s]", "8p668s"),
    ("22445569m13344p", "136m3p"),
    ("8m222999p777s [6666p]", "888m7s"),
    ("2233366889m2334p", "128m2p"),
    ("133356799m3444p", "13m24p"),
    ("6m22223366p99s [444m]", "66m6p9s"),
    ("67m [888m] [5555p] [333s] [8888s]", "677999m"),
    ("56677899m444p [1111p]", "589m4p"),
    ("4778p [5555m] [111p] [1111s]", "355678p"),
    ("112233445566m7p", "14m77p"),
    ("111122335566m78p", "23m78p"),
    ("15m", "1555m33p55s"),
    ("1112234455s [9999s]", "1233445s"),
]
IDS = [hand for hand, _ in CASES]
AIMS = ("win", "ting", "score")


def slow(case, **options):
    """The slow solver of a case."""
    hand, unseen = case
    concealed, *melds = hand.replace("[", " ").replace("]", "").split()
    counts, owned = oracle.read_hand(concealed, melds)
    known = any(owned) or sum(counts) >= 13
    return Slow(counts, oracle.read(unseen), owned if known else None, **options)


def has_scores(case):
    """Whether the melds are known: the slow fan needs them."""
    return slow(case).melds is not None


def fast(case, **options):
    hand, unseen = case
    return zj.solo_exact(hand, unseen, **options)


def by_throw(array, column):
    """throw -> value of a column, as the slow solver gives them; None for waiting."""
    if array.ndim == 1:
        return {None: array[column]}
    return {t: array[t, column] for t in range(27) if array[t, column] == array[t, column]}
