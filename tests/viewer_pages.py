"""What a page of the viewer holds, read back out of its HTML; and logs to make pages of."""

from __future__ import annotations

import html.parser
import json

from zhuoji_fast import PRESETS, log_page, play_hands, read_log

VOID = {"br", "meta", "link", "input", "path", "circle", "rect", "use"}


class Page(html.parser.HTMLParser):
    """Checks that tags close; collects scripts, styles, ids and links."""

    def __init__(self, page):
        super().__init__()
        self.open, self.ids, self.links, self.handlers = [], [], [], []
        self.texts = {"script": [], "style": [], "noscript": []}
        self.policy = ""
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.handlers += [name for name in found if name.startswith("on")]
        if "id" in found:
            self.ids.append(found["id"])
        self.links += [found[name] for name in ("href", "src") if name in found]
        if found.get("http-equiv") == "Content-Security-Policy":
            self.policy = found["content"]
        if tag in self.texts:
            self.texts[tag].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        for tag in self.open:
            if tag in self.texts:
                self.texts[tag][-1] += data


def data_of(page):
    """The data that a page shows."""
    data, _ = Page(page).texts["script"]
    return json.loads(data)


def hand_of(log, **options):
    """The data of the only hand of a page."""
    (hand,) = data_of(log_page(log, **options))["hands"]
    return hand


def states_of(hand):
    """What lies before each seat after each step."""
    seats = [{} for _ in range(hand["players"])]
    for step in hand["steps"]:
        for seat, changes in step["seats"].items():
            seats[int(seat)] = {**seats[int(seat)], **changes}
        yield [*seats]


def tiles_in(text):
    return [text[place : place + 2] for place in range(0, len(text), 2)]


def lines_in(ledger):
    """The lines of a ledger as its rows say them, one for each payer."""
    return sorted(
        (payer, row["payee"], row["amount"], group["item"], row["tile"] or "", row["why"])
        for group in ledger["groups"]
        for row in group["rows"]
        for payer in row["payers"]
    )


def lines_of(settlement):
    """The same of a settlement; a win's rule is its pattern."""
    return sorted(
        (
            line.payer,
            line.payee,
            line.amount,
            line.item,
            line.tile or "",
            line.why if isinstance(line.why, str) else line.why[0][0],
        )
        for line in settlement.lines
    )


def played(folder, hands, seed):
    """Hands of two policies under every preset, and for every number of players it allows."""
    for preset, rules in PRESETS.items():
        for players in rules.players:
            path = folder / f"{preset}{players}.jsonl"
            policies = ["useful", "closed", "useful", "useful"][:players]
            play_hands(policies, hands, seed, preset, log=path)
            yield from read_log(path)
