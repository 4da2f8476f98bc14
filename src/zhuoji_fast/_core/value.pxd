"""胡牌分: what a win is worth to one payer, and whether it is allowed at all."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from zhuoji_fast._core.rules cimport RulesC

cdef enum:
    BY_SELF_DRAW = 0
    BY_DISCARD = 1
    BY_ROBBED_KONG = 2

cdef enum:
    NOT_DECLARED = 0
    DECLARED_HARD = 1
    DECLARED_SOFT = 2

# The steps of a value in the order they are taken; the first is that of the pattern.
cdef enum:
    STEP_PATTERN = 0
    STEP_DECLARED = 1
    STEP_SELF_DRAW = 2
    STEP_KONG_BLOOM = 3
    STEP_KEEPS_BASE = 4
    STEP_HEAVENLY = 5
    STEP_EARTHLY = 6
    STEP_FIRST_DRAW_WIN = 7
    STEP_ROBBED_KONG = 8
    STEP_HOT_SHOT = 9
    STEP_DECLARED_LOSS = 10
    STEP_DEALER = 11
    STEP_STREAK = 12
    STEPS = 13


cdef struct SituationC:
    # Everything about a win and one payer that is not the hand itself; marks are 0 or 1.
    int64_t streak
    uint8_t by
    uint8_t kong_bloom
    uint8_t first_draw
    uint8_t heavenly
    uint8_t first_discard
    uint8_t hot_shot
    uint8_t declared
    uint8_t payer_declared
    uint8_t dealer_wins
    uint8_t dealer_pays
    uint8_t players


cdef int winning_row(
    const RulesC *rules, const uint8_t *hand, const uint8_t *melds, int tile
) noexcept nogil
cdef int64_t best_fan(
    const RulesC *rules, const uint8_t *hand, const uint8_t *melds, uint32_t waits
) noexcept nogil

cdef int64_t highest_fan(
    const RulesC *rules, const uint8_t *hand, const uint8_t *flags, uint32_t waits
) noexcept nogil
cdef int64_t win_value(
    const RulesC *rules, int row, const SituationC *situation, int32_t *steps
) noexcept nogil
cdef bint win_permitted(
    const RulesC *rules, int row, int kong_kinds, const SituationC *situation
) noexcept nogil
