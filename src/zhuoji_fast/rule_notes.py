"""Notes on a rule set: settings that are unusual or cannot matter."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from zhuoji_fast.option_checks import unknown

if TYPE_CHECKING:
    from zhuoji_fast.rules import Rules

__all__ = ["notes_of"]

LANGUAGES: Final = ("en", "zh")


class Note(NamedTuple):
    """When a note is due, and its text in both languages."""

    when: Callable[["Rules"], bool]
    en: str
    zh: str


def _premium(r: "Rules") -> bool:
    return r.responsibility_yaoji > 0 or (r.wugu > 0 and r.responsibility_wugu > 0)


def _charge(r: "Rules") -> bool:
    return r.charge_yaoji > 0 or (r.wugu > 0 and r.charge_wugu > 0)


def _pair(r: "Rules") -> bool:
    return r.responsibility_unready == "pair" and (_premium(r) or _charge(r))


def _odd_premium(unit: int, charge: int, premium: int) -> bool:
    return unit > 0 and charge > 0 and premium > 0 and premium != charge - unit


def _opening(r: "Rules") -> bool:
    return r.heavenly > 0 or r.earthly > 0 or r.first_draw_win > 0


# Rows of the fan table of which the first is the harder hand and is expected to be worth more.
_HARDER: Final = (
    ("all_triplets", "ping"),
    ("seven_pairs", "ping"),
    ("dragon_pairs", "seven_pairs"),
    ("flush", "ping"),
    ("flush_triplets", "all_triplets"),
    ("flush_triplets", "flush"),
    ("flush_pairs", "seven_pairs"),
    ("flush_pairs", "flush"),
    ("flush_dragon", "dragon_pairs"),
    ("flush_dragon", "flush_pairs"),
    ("single_wait", "all_triplets"),
    ("flush_single_wait", "flush_triplets"),
)


def _cheaper(harder: str, easier: str) -> Callable[["Rules"], bool]:
    return lambda r: 0 < r.fan[harder] < r.fan[easier]


NOTES: Final = (
    Note(
        lambda r: r.charge_yaoji == 0 and r.responsibility_yaoji > 0,
        "responsibility_yaoji is paid although there is no charge for 幺鸡",
        "没有冲锋鸡，却有责任鸡 (responsibility_yaoji)",
    ),
    Note(
        lambda r: r.wugu > 0 and r.charge_wugu == 0 and r.responsibility_wugu > 0,
        "responsibility_wugu is paid although there is no charge for 乌骨鸡",
        "没有冲锋乌骨，却有责任乌骨 (responsibility_wugu)",
    ),
    Note(
        lambda r: r.wugu == 0 and (r.charge_wugu > 0 or r.responsibility_wugu > 0),
        "charge_wugu and responsibility_wugu do not matter while wugu is 0",
        "没有乌骨鸡 (wugu 0)，charge_wugu 和 responsibility_wugu 不起作用",
    ),
    Note(
        lambda r: _odd_premium(r.yaoji, r.charge_yaoji, r.responsibility_yaoji),
        "responsibility_yaoji is not charge_yaoji less one unit: discarding and claiming weigh "
        "differently",
        "responsibility_yaoji 不等于 charge_yaoji 减一只幺鸡，冲锋与责任不对等",
    ),
    Note(
        lambda r: _odd_premium(r.wugu, r.charge_wugu, r.responsibility_wugu),
        "responsibility_wugu is not charge_wugu less one unit: discarding and claiming weigh "
        "differently",
        "responsibility_wugu 不等于 charge_wugu 减一只乌骨鸡，冲锋与责任不对等",
    ),
    Note(
        lambda r: r.responsibility_gold and not _premium(r),
        "responsibility_gold does not matter without a premium",
        "没有责任鸡，responsibility_gold 不起作用",
    ),
    Note(
        lambda r: r.responsibility_on_win and not _premium(r) and not _pair(r),
        "responsibility_on_win does not matter without a premium",
        "没有责任鸡，responsibility_on_win 不起作用",
    ),
    Note(
        lambda r: r.responsibility_unready == "reverse" and not _premium(r),
        "responsibility_unready 'reverse' does not matter without a premium",
        "没有责任鸡，responsibility_unready 的 reverse 不起作用",
    ),
    Note(
        lambda r: r.responsibility_unready == "pair" and not _pair(r),
        "responsibility_unready 'pair' does not matter without premium and charge",
        "没有责任鸡和冲锋鸡，responsibility_unready 的 pair 不起作用",
    ),
    Note(
        lambda r: (
            r.kong_claim_exempt
            and r.bao != "discards_melds"
            and not _pair(r)
            and not (r.responsibility_unready == "reverse" and _premium(r))
        ),
        "kong_claim_exempt does not matter: there is nothing to be exempt from",
        "本来就不用赔，kong_claim_exempt 不起作用",
    ),
    Note(
        lambda r: r.gold == 1 and r.responsibility_gold,
        "responsibility_gold does not matter while gold is 1",
        "金鸡不加倍 (gold 1)，responsibility_gold 不起作用",
    ),
    Note(
        lambda r: r.flip == 0 and r.flip_scope == "all",
        "flip_scope does not matter while flip is 0",
        "翻鸡不计分 (flip 0)，flip_scope 不起作用",
    ),
    Note(
        lambda r: r.declare == "off" and "declared" in r.passport_waivers,
        "passport_waivers names 'declared', but nobody can declare",
        "不能报听，passport_waivers 的 declared 不起作用",
    ),
    Note(
        lambda r: r.declare == "off" and "declared_discarder" in r.passport_waivers,
        "passport_waivers names 'declared_discarder', but nobody can declare",
        "不能报听，passport_waivers 的 declared_discarder 不起作用",
    ),
    Note(
        lambda r: r.declare == "off" and r.declared_loss != "none",
        "declared_loss does not matter while declare is off",
        "不能报听，declared_loss 不起作用",
    ),
    Note(
        lambda r: r.declare == "off" and r.pass_lock == "declared",
        "pass_lock 'declared' does not matter while declare is off",
        "不能报听，pass_lock 的 declared 不起作用",
    ),
    Note(
        lambda r: r.declared_loss_on_self_draw and r.declared_loss == "none",
        "declared_loss_on_self_draw does not matter while declared_loss is none",
        "没有杀报，declared_loss_on_self_draw 不起作用",
    ),
    Note(
        lambda r: r.declare == "hard_soft" and r.declare_hard < r.declare_soft,
        "a hard declaration is worth less than a soft one",
        "硬报比软听还少",
    ),
    Note(
        lambda r: (
            r.declare != "off"
            and r.declared_mode == "absorb"
            and (
                r.declare_hard < r.fan.ping
                or (r.declare == "hard_soft" and r.declare_soft < r.fan.ping)
            )
        ),
        "a plain hand that has declared is worth less than one that has not",
        "报听的平胡比不报听的还少",
    ),
    Note(
        lambda r: r.passport_kinds == (),
        "passport_kinds is empty: a plain hand wins on a discard by a waiver only",
        "passport_kinds 为空：平胡只有免通行证时才能点胡",
    ),
    Note(
        lambda r: r.opening_mode == "add" and not _opening(r),
        "opening_mode does not matter: no opening win is worth anything",
        "没有天胡、地胡、接地，opening_mode 不起作用",
    ),
    Note(
        lambda r: r.earthly_when == "first_discard" and r.earthly == 0,
        "earthly_when does not matter while earthly is 0",
        "没有地胡，earthly_when 不起作用",
    ),
    Note(
        lambda r: not r.dealer_bonus_both and r.dealer_bonus == 0 and not r.streak_counts,
        "dealer_bonus_both does not matter: there is no dealer bonus and no streak bonus",
        "没有坐庄和连庄加番，dealer_bonus_both 不起作用",
    ),
    Note(
        lambda r: r.robbed_kong == "kong_fee" and r.kong_added == 0,
        "robbed_kong 'kong_fee' adds nothing while kong_added is 0",
        "转弯豆不计分，robbed_kong 的 kong_fee 不起作用",
    ),
    Note(
        lambda r: (
            r.hot_shot_burns == "kong" and r.kong_exposed == r.kong_concealed == r.kong_added == 0
        ),
        "hot_shot_burns 'kong' burns nothing: kongs are worth nothing",
        "豆不计分，hot_shot_burns 的 kong 不起作用",
    ),
    Note(
        lambda r: (
            r.dragon_needs_quad_tile
            and r.fan.dragon_pairs == r.fan.seven_pairs
            and r.fan.flush_dragon == r.fan.flush_pairs
        ),
        "dragon_needs_quad_tile changes no value: dragon pairs are worth what seven pairs are",
        "龙七对与七对同番，dragon_needs_quad_tile 不影响番数",
    ),
    Note(
        lambda r: (r.fan.single_wait == 0) != (r.fan.flush_single_wait == 0),
        "only one of single_wait and flush_single_wait exists",
        "单钓和清单钓只有一种",
    ),
    Note(
        lambda r: r.dead_hand == "play_on" and r.dead_hand_pays_all,
        "dead_hand_pays_all does not matter while dead_hand is play_on",
        "相公打到底，dead_hand_pays_all 不起作用",
    ),
    Note(
        lambda r: r.dead_hand == "pay" and r.dead_hand_pay == 0,
        "a dead hand pays nothing if nobody else is ting",
        "无人叫牌时相公不赔 (dead_hand_pay 0)",
    ),
    Note(
        lambda r: r.double_win_dealer != "from_dealer" and r.players == (2,),
        "double_win_dealer does not matter with two players",
        "两人不会一炮双响，double_win_dealer 不起作用",
    ),
    *(
        Note(
            _cheaper(harder, easier),
            f"{harder} is worth less than {easier}",
            f"{harder} 比 {easier} 还少",
        )
        for harder, easier in _HARDER
    ),
)


def notes_of(rules: "Rules", lang: str) -> list[str]:
    """Give the notes that are due for a rule set, in ``"en"`` or ``"zh"``."""
    if lang not in LANGUAGES:
        raise unknown("lang", "language", lang, LANGUAGES)
    return [note.zh if lang == "zh" else note.en for note in NOTES if note.when(rules)]
