"""Random edits of good documents: the library and the slow reader refuse the same ones."""

import copy
from collections import Counter
from random import Random

import pytest

from engines import library, library_refusal, slow, slow_refusal
from position_strategies import random_position, sample
from random_edits import EDITS, edited


def judged(document, rng, times):
    """Edit a document several times; count what is refused by both and what is taken."""
    told = Counter()
    for _ in range(times):
        new = edited(rng, document)
        place, message = slow_refusal(new), library_refusal(new)
        assert (place is None) == (message is None), (place, message, new)
        if place is None:
            assert library(new) == slow(new), new
        told[place is None] += 1
    return told


def test_the_same_edits_are_refused():
    told = Counter()
    for i, document in enumerate(sample()):
        told += judged(document, Random(i), 3)
    assert min(told.values()) > 200


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_the_same_of_many_edits_are_refused(part):
    for seed in range(400):
        rng = Random(f"edits {part} {seed}")
        judged(random_position(rng), rng, 6)


@pytest.mark.parametrize(
    "edit", sorted(set(EDITS), key=lambda e: e.__name__), ids=lambda edit: edit.__name__
)
def test_each_edit_makes_bad_documents(edit):
    """Else the comparison above would say less than it seems to."""
    refused = 0
    for i, document in enumerate(sample()):
        new = copy.deepcopy(document)
        edit(Random(i), new)
        refused += slow_refusal(new) is not None
    assert refused >= 4
