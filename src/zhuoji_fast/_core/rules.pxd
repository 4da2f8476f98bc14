# Written by tools/gen_rules.py from options.py; do not edit.
# One field an option, all 64 bits wide, in the order of the list. Words are numbered as
# written here, lists of words are bit masks, flags 0 or 1; players has bit n for n.
from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t

cdef enum:
    ROW_PING = 0
    ROW_ALL_TRIPLETS = 1
    ROW_SEVEN_PAIRS = 2
    ROW_DRAGON_PAIRS = 3
    ROW_FLUSH = 4
    ROW_FLUSH_TRIPLETS = 5
    ROW_FLUSH_PAIRS = 6
    ROW_FLUSH_DRAGON = 7
    ROW_SINGLE_WAIT = 8
    ROW_FLUSH_SINGLE_WAIT = 9
    FAN_ROWS = 10

cdef enum:
    FIRST_DEALER_RANDOM = 0
    FIRST_DEALER_DICE = 1

cdef enum:
    DOUBLE_WIN_DEALER_FROM_DEALER = 0
    DOUBLE_WIN_DEALER_FROM_DISCARDER = 1
    DOUBLE_WIN_DEALER_DISCARDER = 2

cdef enum:
    EXHAUSTED_DEALER_STAY = 0
    EXHAUSTED_DEALER_TING = 1

cdef enum:
    PASSPORT_KINDS_EXPOSED = 1
    PASSPORT_KINDS_CONCEALED = 2
    PASSPORT_KINDS_ADDED = 4

cdef enum:
    PASSPORT_WAIVERS_DECLARED = 1
    PASSPORT_WAIVERS_DECLARED_DISCARDER = 2
    PASSPORT_WAIVERS_HOT_SHOT = 4
    PASSPORT_WAIVERS_ROBBED_KONG = 8

cdef enum:
    PASS_LOCK_OFF = 0
    PASS_LOCK_SAME_TILE = 1
    PASS_LOCK_ANY = 2
    PASS_LOCK_DECLARED = 3

cdef enum:
    SELF_DRAW_NONE = 0
    SELF_DRAW_PLAIN = 1
    SELF_DRAW_ALL = 2

cdef enum:
    OPENING_MODE_FLOOR = 0
    OPENING_MODE_ADD = 1

cdef enum:
    EARTHLY_WHEN_FIRST_DISCARD = 0
    EARTHLY_WHEN_FIRST_DRAW = 1

cdef enum:
    DECLARE_OFF = 0
    DECLARE_SINGLE = 1
    DECLARE_HARD_SOFT = 2

cdef enum:
    DECLARED_MODE_SET = 0
    DECLARED_MODE_ABSORB = 1
    DECLARED_MODE_ADD = 2

cdef enum:
    DECLARED_LOSS_NONE = 0
    DECLARED_LOSS_SET = 1
    DECLARED_LOSS_ADD = 2

cdef enum:
    ROBBED_KONG_HAND = 0
    ROBBED_KONG_FLUSH = 1
    ROBBED_KONG_KONG_FEE = 2

cdef enum:
    ROBBED_KONG_BURNS_KONG = 0
    ROBBED_KONG_BURNS_ALL = 1

cdef enum:
    HOT_SHOT_BURNS_NONE = 0
    HOT_SHOT_BURNS_KONG = 1
    HOT_SHOT_BURNS_ALL = 2

cdef enum:
    COMMON_SCOPE_HAND_MELD = 0
    COMMON_SCOPE_ALL = 1

cdef enum:
    FLIP_SCOPE_HAND_MELD = 0
    FLIP_SCOPE_ALL = 1

cdef enum:
    RESPONSIBILITY_UNREADY_NONE = 0
    RESPONSIBILITY_UNREADY_REVERSE = 1
    RESPONSIBILITY_UNREADY_PAIR = 2

cdef enum:
    BAO_NONE = 0
    BAO_DISCARDS = 1
    BAO_DISCARDS_MELDS = 2

cdef enum:
    EXHAUSTED_NONE = 0
    EXHAUSTED_HAND = 1
    EXHAUSTED_CHICKENS = 2

cdef enum:
    PASS_FINE_OFF = 0
    PASS_FINE_OWN_FAN = 1

cdef enum:
    DEAD_HAND_PLAY_ON = 0
    DEAD_HAND_PAY = 1

cdef enum:
    RULES_FIELDS = 65  # fans and options, the part of the struct that is given
    FLAGS_RUNS = 128         # Pattern bit beside those of patterns.py: see best_row


cdef struct RulesC:
    int64_t fan[10]
    int64_t players
    int64_t first_dealer
    int64_t double_win_dealer
    int64_t exhausted_dealer
    int64_t dealer_bonus
    int64_t dealer_bonus_both
    int64_t streak_counts
    int64_t streak_counts_exhausted
    int64_t dragon_needs_quad_tile
    int64_t passport_kinds
    int64_t passport_waivers
    int64_t pass_lock
    int64_t self_draw
    int64_t kong_bloom
    int64_t kong_bloom_keeps_base
    int64_t heavenly
    int64_t earthly
    int64_t opening_mode
    int64_t earthly_when
    int64_t first_draw_win
    int64_t declare
    int64_t declare_hard
    int64_t declare_soft
    int64_t declared_mode
    int64_t declared_loss
    int64_t declared_loss_on_self_draw
    int64_t robbed_kong
    int64_t robbed_kong_burns
    int64_t hot_shot
    int64_t hot_shot_burns
    int64_t kong_exposed
    int64_t kong_concealed
    int64_t kong_added
    int64_t late_kong_can_be_robbed
    int64_t dealt_quad_is_late
    int64_t yaoji
    int64_t wugu
    int64_t flip
    int64_t gold
    int64_t common_scope
    int64_t flip_scope
    int64_t charge_yaoji
    int64_t charge_wugu
    int64_t responsibility_yaoji
    int64_t responsibility_wugu
    int64_t responsibility_gold
    int64_t responsibility_on_win
    int64_t responsibility_unready
    int64_t kong_claim_exempt
    int64_t bao
    int64_t exhausted
    int64_t pass_fine
    int64_t dead_hand
    int64_t dead_hand_pay
    int64_t dead_hand_pays_all
    int8_t row[256]


cdef int rules_fill(object rules, RulesC *out) except -1


cdef inline int best_row(
    const RulesC *rules, uint32_t pattern_flags, bint dragon_on_wait
) noexcept nogil:
    # Most valuable row of the fan table that a hand with these Pattern flags has, -1 if none.
    # FLAGS_RUNS says that a hand with TRIPLETS can also be read with runs (runs_beside_triplets).
    return rules.row[(pattern_flags & (255 - 64)) | (64 if dragon_on_wait else 0)]


cdef inline int64_t fan_of(
    const RulesC *rules, uint32_t pattern_flags, bint dragon_on_wait
) noexcept nogil:
    # Fan of that row, 0 if the hand is not finished.
    cdef int row = best_row(rules, pattern_flags, dragon_on_wait)
    return 0 if row < 0 else rules.fan[row]


cdef inline uint32_t runs_beside_triplets(const uint8_t *concealed) noexcept nogil:
    # FLAGS_RUNS if an all-triplets hand, its winning tile included, also reads with runs:
    # then and only then three neighbouring kinds of a suit are concealed three times each.
    cdef int suit, tile
    for suit in range(0, 27, 9):
        for tile in range(suit, suit + 7):
            if concealed[tile] == 3 and concealed[tile + 1] == 3 and concealed[tile + 2] == 3:
                return FLAGS_RUNS
    return 0


cdef inline uint32_t flags_for(
    const RulesC *rules, uint32_t pattern_flags, const uint8_t *concealed
) noexcept nogil:
    # The flags, with FLAGS_RUNS where runs could be worth more than triplets under these rules.
    if pattern_flags & 2 and (
        rules.fan[ROW_PING] > rules.fan[ROW_ALL_TRIPLETS]
        or rules.fan[ROW_FLUSH] > rules.fan[ROW_FLUSH_TRIPLETS]
    ):
        return pattern_flags | runs_beside_triplets(concealed)
    return pattern_flags
