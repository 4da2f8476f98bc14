"""The fields of a rule set, typed. Written by tools/gen_rules.py from options.py; do not edit."""

from typing import Annotated, Literal

import msgspec

__all__ = ["Fans", "RuleFields"]

From0 = Annotated[int, msgspec.Meta(ge=0, le=1000)]
From1 = Annotated[int, msgspec.Meta(ge=1, le=1000)]
FirstDealer = Literal[
    "random",
    "dice",
]
DoubleWinDealer = Literal[
    "from_dealer",
    "from_discarder",
    "discarder",
]
ExhaustedDealer = Literal[
    "stay",
    "ting",
]
PassportKinds = Literal[
    "exposed",
    "concealed",
    "added",
]
PassportWaivers = Literal[
    "declared",
    "declared_discarder",
    "hot_shot",
    "robbed_kong",
]
PassLock = Literal[
    "off",
    "same_tile",
    "any",
    "declared",
]
SelfDraw = Literal[
    "none",
    "plain",
    "all",
]
OpeningMode = Literal[
    "floor",
    "add",
]
EarthlyWhen = Literal[
    "first_discard",
    "first_draw",
]
Declare = Literal[
    "off",
    "single",
    "hard_soft",
]
DeclaredMode = Literal[
    "set",
    "absorb",
    "add",
]
DeclaredLoss = Literal[
    "none",
    "set",
    "add",
]
RobbedKong = Literal[
    "hand",
    "flush",
    "kong_fee",
]
RobbedKongBurns = Literal[
    "kong",
    "all",
]
HotShotBurns = Literal[
    "none",
    "kong",
    "all",
]
CommonScope = Literal[
    "hand_meld",
    "all",
]
FlipScope = Literal[
    "hand_meld",
    "all",
]
ResponsibilityUnready = Literal[
    "none",
    "reverse",
    "pair",
]
Bao = Literal[
    "none",
    "discards",
    "discards_melds",
]
Exhausted = Literal[
    "none",
    "hand",
    "chickens",
]
PassFine = Literal[
    "off",
    "own_fan",
]
DeadHand = Literal[
    "play_on",
    "pay",
]


class Fans(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """番型: base fan of each pattern, by default those of ``guiyang``.

    Read as an attribute or, by the pattern's name, as an item; ``dict(fans)`` gives them all.
    """

    ping: From1 = 1
    """平胡: four sets and a pair."""

    all_triplets: From1 = 5
    """大对子: four triplets or kongs and a pair."""

    seven_pairs: From1 = 10
    """七对: seven different pairs."""

    dragon_pairs: From1 = 20
    """龙七对: seven pairs, one of them doubled."""

    flush: From1 = 10
    """清一色: four sets and a pair in one suit."""

    flush_triplets: From1 = 15
    """清大对: all triplets in one suit."""

    flush_pairs: From1 = 20
    """清七对: seven pairs in one suit."""

    flush_dragon: From1 = 30
    """青龙背: dragon pairs in one suit."""

    single_wait: From0 = 10
    """单钓: four melds and a lone tile; 0 = no such pattern."""

    flush_single_wait: From0 = 20
    """清单钓: the same in one suit; 0 = no such pattern."""

    def keys(self) -> tuple[str, ...]:
        """Give the names of the patterns, in the order of the value table."""
        return self.__struct_fields__

    def __getitem__(self, pattern: str) -> int:
        """Give the fan of a pattern by its name."""
        if pattern not in self.__struct_fields__:
            raise KeyError(pattern)
        fan: int = getattr(self, pattern)
        return fan


class RuleFields(msgspec.Struct, frozen=True, kw_only=True, dict=True, forbid_unknown_fields=True):
    """规则: the options of a rule set, by default those of ``guiyang``."""

    fan: Fans = Fans()
    """番型: base fan of each pattern."""

    players: tuple[int, ...] = (4,)
    """人数: numbers of players that may sit down."""

    first_dealer: FirstDealer = "random"
    """首庄: who deals the first hand."""

    double_win_dealer: DoubleWinDealer = "from_dealer"
    """一炮双响接庄: who deals after two players won on one tile."""

    exhausted_dealer: ExhaustedDealer = "stay"
    """黄庄坐庄: who deals after an exhausted wall or a dead hand."""

    dealer_bonus: From0 = 0
    """坐庄: added to a win in which the dealer takes part."""

    dealer_bonus_both: bool = True
    """庄家输赢都计: dealer and streak bonus also where the dealer pays, not only where he wins."""

    streak_counts: bool = True
    """连庄: add the number of hands the dealer has already held in a row."""

    streak_counts_exhausted: bool = True
    """黄庄连庄: a hand nobody won makes the streak longer."""

    dragon_needs_quad_tile: bool = False
    """龙七对须胡四张: 龙七对 only if the winning tile is one of the four."""

    passport_kinds: tuple[PassportKinds, ...] | Literal["all"] = "all"
    """通行证: kinds of kong that let a plain hand win on a discard."""

    passport_waivers: tuple[PassportWaivers, ...] = ("declared",)
    """免通行证: when a plain hand may win on a discard without a kong."""

    pass_lock: PassLock = "off"
    """过胡: what a player who passes a win may no longer win on."""

    self_draw: SelfDraw = "all"
    """自摸: one more for a self-drawn win."""

    kong_bloom: From0 = 1
    """杠上开花: added to a win on the replacement tile."""

    kong_bloom_keeps_base: bool = False
    """不减底: a big hand that blooms gains one more."""

    heavenly: From0 = 20
    """天胡: worth of the dealer's win with the dealt 14."""

    earthly: From0 = 10
    """地胡: worth of a non-dealer's opening win."""

    opening_mode: OpeningMode = "add"
    """天地胡计法: how an opening win counts."""

    earthly_when: EarthlyWhen = "first_draw"
    """地胡条件: which opening win is 地胡."""

    first_draw_win: From0 = 0
    """接地: worth of an undeclared first-draw self-draw of a non-dealer dealt ting."""

    declare: Declare = "single"
    """报听: whether and how ting may be declared."""

    declare_hard: From0 = 10
    """硬报: worth of a hard (or the single) declaration."""

    declare_soft: From0 = 10
    """软听: worth of a soft declaration."""

    declared_mode: DeclaredMode = "add"
    """报听胡牌: how the worth of the winner's declaration counts."""

    declared_loss: DeclaredLoss = "add"
    """杀报: what a declared player who pays for a win pays for that."""

    declared_loss_on_self_draw: bool = False
    """自摸杀报: 杀报 on self-draws too, not only on a discard or robbery."""

    robbed_kong: RobbedKong = "hand"
    """抢杠: what robbing an added kong is worth."""

    robbed_kong_burns: RobbedKongBurns = "all"
    """抢杠烧: what the robbed player loses."""

    hot_shot: From0 = 1
    """热炮: added to a win on the discard after a kong."""

    hot_shot_burns: HotShotBurns = "kong"
    """热炮烧: what the discarder of a hot shot loses."""

    kong_exposed: From0 = 1
    """点豆: paid by the discarder of the fourth tile."""

    kong_concealed: From0 = 2
    """闷豆: paid by every other player."""

    kong_added: From0 = 3
    """转弯豆: paid by every other player."""

    late_kong_can_be_robbed: bool = True
    """憨包豆可抢: the tile of a late added kong may be won on."""

    dealt_quad_is_late: bool = False
    """起手四张算憨包: a quad dealt whole counts as a late kong at once."""

    yaoji: From1 = 1
    """幺鸡: unit of each 1s."""

    wugu: From0 = 2
    """乌骨鸡: unit of each 8p; 0 = no such chicken."""

    flip: From0 = 1
    """翻鸡: unit of each flipped chicken."""

    gold: From1 = 2
    """金鸡: times the unit if the flip names a common chicken."""

    common_scope: CommonScope = "all"
    """常鸡内外: where 幺鸡 and 乌骨鸡 count."""

    flip_scope: FlipScope = "hand_meld"
    """翻鸡内外: where the flipped chicken counts."""

    charge_yaoji: From0 = 3
    """冲锋鸡: worth of the first 幺鸡 discarded; 0 = off."""

    charge_wugu: From0 = 6
    """冲锋乌骨: worth of the first 乌骨鸡 discarded; 0 = off."""

    responsibility_yaoji: From0 = 2
    """责任鸡: premium for a claimed first 幺鸡."""

    responsibility_wugu: From0 = 4
    """责任乌骨: premium for a claimed first 乌骨鸡."""

    responsibility_gold: bool = False
    """责任金鸡: gold multiplies the premium too."""

    responsibility_on_win: bool = False
    """胡走责任鸡: winning on the tile claims it as pong and kong do."""

    responsibility_unready: ResponsibilityUnready = "none"
    """责任鸡未叫牌: what is owed when one of discarder and claimer is not ting."""

    kong_claim_exempt: bool = False
    """开杠不包: a claimer not ting who konged the tile owes nothing for it."""

    bao: Bao = "discards_melds"
    """包鸡: shown common chickens a player not ting pays for."""

    exhausted: Exhausted = "chickens"
    """黄牌查叫: what is paid when the wall is empty."""

    pass_fine: PassFine = "off"
    """包牌: fine for passing a win before another player wins."""

    dead_hand: DeadHand = "play_on"
    """相公: what happens when a player holds too many or too few tiles."""

    dead_hand_pay: From0 = 2
    """相公包牌: paid to each player if nobody else is ting."""

    dead_hand_pays_all: bool = False
    """相公包鸡豆: with chickens and kongs where somebody is ting."""
