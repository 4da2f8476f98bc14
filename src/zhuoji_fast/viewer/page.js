"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const PLACES = {2: ["bottom", "top"], 3: ["bottom", "right", "left"], 4: ["bottom", "right", "top", "left"]};
const AT = {bottom: [0, 1], right: [1, 0], top: [0, -1], left: [-1, 0]};
const ARROWS = {"0,-1": "↑", "1,-1": "↗", "1,0": "→", "1,1": "↘", "0,1": "↓", "-1,1": "↙", "-1,0": "←", "-1,-1": "↖"};
const PACE = 900;
const RECENT = 16;
const now = {lang: data.lang, hand: 0, step: 0, view: data.seat};
let timer = null, pending = null;
let W = data.words[now.lang];

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
const split = text => text.match(/../g) || [];
const tileName = code => code === "??" ? W.hidden : data.tiles[now.lang][code];
const hand = () => data.hands[now.hand];
const lastStep = () => hand().steps.length - 1;
const isOver = () => hand().end !== null && now.step === lastStep();
const signed = n => n > 0 ? "+" + n : n < 0 ? "−" + -n : "0";

function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value);
  }
  node.append(...children.filter(child => child !== null));
  return node;
}

/* What lies before each seat after each step: each step says what it changes. */
function states() {
  const it = hand();
  if (!it.states) {
    let seats = Array.from({length: it.players}, () => ({}));
    it.states = it.steps.map(step => {
      seats = seats.map((seat, i) => step.seats[i] ? {...seat, ...step.seats[i]} : seat);
      return seats;
    });
  }
  return it.states[now.step];
}

/* ---- tiles ---- */

function marksOf(code, special) {
  const it = hand(), found = [...(special || [])];
  if (isOver() && it.end.chicken === code) found.push(it.end.gold ? "gold" : "flip");
  if (!found.length && it.chickens.includes(code)) found.push("chicken");
  return found;
}

function tile(code, special, classes) {
  const marks = code === "??" || special === null ? [] : marksOf(code, special);
  const says = [tileName(code), ...marks.map(mark => W["l_" + mark])].join(", ");
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", "#zj-" + (code === "??" ? "back" : code));
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  const node = make("span", {class: "t " + (classes || ""), title: says, "data-tile": code}, svg);
  if (marks.length) {
    const text = marks.map(mark => W["m_" + mark]).join("");
    node.append(make("b", {class: "m m-" + marks[0], "aria-hidden": "true"}, text));
  }
  return node;
}

function labelled(classes, name, codes) {
  const label = name + ": " + (codes.length ? codes.map(tileName).join(", ") : W.no_river);
  return make("div", {class: classes, role: "img", "aria-label": label});
}

/* ---- seats ---- */

const bottom = () => now.view === null ? 0 : now.view;
function placeOf(seat) {
  const players = hand().players;
  return PLACES[players][(seat - bottom() + players) % players];
}

function arrow(from, to) {
  const [x, y] = AT[placeOf(from)], [u, v] = AT[placeOf(to)];
  return ARROWS[[Math.sign(u - x), Math.sign(v - y)].join(",")];
}

function meldNode(meld, seat, names) {
  const row = make("span");
  let stack = null;
  const claimed = meld.first && hand().claimed.includes(meld.tile);
  for (const token of meld.tiles.split(" ")) {
    const code = token.slice(0, 2), how = token.slice(2);
    const node = tile(code, how === ">" && claimed ? ["claimed"] : [], how ? "turned" : "");
    if (how === "^") stack.prepend(node);
    else if (how === ">") row.append(stack = make("span", {class: "stack"}, node));
    else row.append(node);
  }
  const called = meld.from === null ? "" : " " + arrow(seat, meld.from);
  const label = W[meld.kind] + called + (meld.late ? " · " + W.late : "");
  const says = [W[meld.kind], meld.late ? W.late : "", meld.from === null ? "" : fill(W.from, {name: names[meld.from]})];
  return make("span", {class: "meld", title: says.filter(Boolean).join(", ")}, make("small", {}, label), row);
}

function knowledge(it) {
  if (it.shanten === null) return null;
  const node = make("span", {class: "know"});
  if (it.waits.length) {
    node.append(make("b", {}, W.ting));
    for (const [code, left] of it.waits) {
      node.append(make("span", {class: "wait", title: tileName(code) + ", " + fill(W.left, {n: left})}, tile(code, null), "×" + left));
    }
  } else if (it.throws.length) {
    node.append(make("span", {}, W.throws), ...it.throws.map(code => tile(code, null)));
  } else {
    node.append(it.shanten < 0 ? W.finished : fill(W.shanten, {n: it.shanten}));
  }
  return node;
}

function apart(code, special, classes) {
  return make("span", {class: "apart"}, tile(code, special, classes));
}

function seatNode(number) {
  const it = states()[number], game = hand(), names = game.names[now.lang];
  const step = game.steps[now.step];
  const shown = now.view === null || now.view === number || isOver() || it.won !== null;
  const head = make("div", {class: "head"}, make("span", {class: "name", title: names[number]}, names[number]));
  if (game.dealer === number) {
    const streak = game.streak ? " · " + fill(W.streak, {n: game.streak}) : "";
    head.append(make("span", {class: "tag dark"}, W.dealer + streak));
  }
  if (it.declared) head.append(make("span", {class: "tag dark"}, game.single ? W.declared : W[it.declared]));
  if (it.won) {
    const thrower = states().findIndex(seat => seat.shot !== null);
    head.append(make("span", {class: "tag hot"}, thrower < 0 ? W.self_draw : W.won + " " + arrow(number, thrower)));
  }
  if (it.shot) head.append(make("span", {class: "tag hot"}, W[it.robbed ? "robbed" : "shot"]));
  if (it.dead) head.append(make("span", {class: "tag dark"}, W.dead));
  const known = shown ? knowledge(it) : null;
  if (known) head.append(known);
  if (isOver() && game.end.totals) {
    const total = game.end.totals[number];
    head.append(make("span", {class: "sum" + (total > 0 ? " up" : "")}, signed(total)));
  }
  const codes = split(it.hand).map(code => shown ? code : "??");
  const drawn = it.drawn === null ? null : shown ? it.drawn : "??";
  const all = [...codes, drawn, it.won].filter(Boolean);
  const tiles = labelled("tiles hand", fill(W.hand_of, {name: names[number]}), all);
  tiles.append(...codes.map(code => tile(code, [])));
  if (drawn) tiles.append(apart(drawn, [], ""));
  if (it.won) {
    const special = it.wonFirst && game.claimed_by_win.includes(it.won) ? ["claimed"] : [];
    tiles.append(apart(it.won, special, "won"));
  }
  const row = make("div", {class: "row"}, tiles);
  if (it.melds.length) {
    const melds = labelled("melds", fill(W.melds_of, {name: names[number]}), it.melds.map(meld => meld.tile));
    melds.append(...it.melds.map(meld => meldNode(meld, number, names)));
    row.append(melds);
  }
  const thrown = split(it.river), lost = it.robbed ? null : it.shot;
  const river = labelled("river", fill(W.river, {name: names[number]}), lost ? [...thrown, lost] : thrown);
  thrown.forEach((code, i) => {
    const charge = it.first.includes(i) && game.charge.includes(code);
    const open = step.open === number && i === thrown.length - 1;
    river.append(tile(code, charge ? ["charge"] : [], open ? "open" : ""));
  });
  if (lost) river.append(apart(lost, null, "shot"));
  const acts = step.seat === number ? " acts" : "";
  return make("section", {class: "seat " + placeOf(number) + acts, "data-seat": number, "aria-label": names[number]}, head, row, river);
}

function midNode() {
  const game = hand(), node = make("div", {class: "mid"});
  node.append(make("span", {}, W.wall, make("b", {id: "wall"}, String(game.steps[now.step].wall))));
  if (isOver()) {
    const end = game.end;
    if (end.flip) {
      node.append(make("span", {id: "flip"}, W.turned, tile(end.flip, null), " → " + (end.gold ? W.gold : W.chicken), tile(end.chicken, null)));
    } else {
      node.append(make("span", {id: "flip"}, W.no_flip));
    }
  }
  return node;
}

/* ---- the side: what came before, in the end the ledger ---- */

function matrixNode(names, ledger, totals) {
  const paid = names.map(() => names.map(() => 0));
  for (const group of ledger.groups) {
    for (const row of group.rows) for (const payer of row.payers) paid[payer][row.payee] += row.amount;
  }
  const head = make("tr", {}, make("th", {scope: "col"}, W.payer));
  names.forEach(name => head.append(make("th", {scope: "col", title: name}, make("span", {}, name))));
  head.append(make("th", {scope: "col"}, W.total));
  const body = make("tbody");
  names.forEach((name, i) => {
    const row = make("tr", {}, make("th", {scope: "row", title: name}, make("span", {}, name)));
    names.forEach((_, j) => row.append(make("td", {}, i === j ? "" : String(paid[i][j]))));
    row.append(make("td", {class: "sumcell"}, signed(totals[i])));
    body.append(row);
  });
  return make("table", {id: "matrix"}, make("caption", {}, W.matrix), make("thead", {}, head), body);
}

function lineNode(row, names) {
  const payers = row.payers.map(payer => names[payer]).join(W.and);
  const amount = fill(W[row.payers.length > 1 ? "each" : "amount"], {n: row.amount});
  const pays = make("p", {class: "pays"},
    make("span", {}, fill(W[row.payers.length > 1 ? "pay" : "pays"], {payers: payers, payee: names[row.payee]})),
    make("span", {class: "amount"}, amount));
  const text = make("div", {}, pays, make("p", {class: "why"}, row.reason), make("p", {class: "why"}, row.formula));
  return make("li", {class: "line"}, row.tile ? tile(row.tile, null) : make("span"), text);
}

function resultNode() {
  const game = hand(), end = game.end, names = game.names[now.lang];
  const node = make("section", {id: "result", "aria-label": W.result, tabindex: "-1"}, make("h2", {}, W.result));
  if (!end.ledger) {
    node.append(make("p", {}, W.no_position));
    return node;
  }
  const ledger = end.ledger[now.lang];
  node.append(make("div", {class: "story"}, ...ledger.story.map(text => make("p", {}, text))));
  node.append(matrixNode(names, ledger, end.totals));
  if (!ledger.groups.length) node.append(make("p", {}, W.nothing));
  for (const group of ledger.groups) {
    node.append(make("h3", {}, group.title), make("ul", {}, ...group.rows.map(row => lineNode(row, names))));
  }
  if (ledger.notes.length) {
    node.append(make("h3", {}, W.notes), make("ul", {class: "notes"}, ...ledger.notes.map(text => make("li", {}, text))));
  }
  return node;
}

function recentNode() {
  const list = make("ol", {id: "recent", "aria-label": W.recent});
  const steps = hand().steps;
  for (let i = now.step; i >= 0 && i > now.step - RECENT; i--) {
    list.append(make("li", {}, i + ". " + steps[i].say[now.lang]));
  }
  return list;
}

function legendNode() {
  const game = hand(), kinds = ["chicken"];
  if (game.charge.length) kinds.push("charge");
  if (game.claimed.length) kinds.push("claimed");
  if (isOver() && game.end.chicken) kinds.push(game.end.gold ? "gold" : "flip");
  const marks = kinds.map(kind => make("span", {}, make("b", {class: "m m-" + kind}, W["m_" + kind]), W["l_" + kind]));
  if (states().some(seat => seat.melds.some(meld => meld.from !== null))) {
    marks.push(make("span", {}, make("b", {}, "↗"), W.l_arrow));
  }
  return make("p", {id: "legend", "aria-label": W.legend}, ...marks);
}

/* ---- the page ---- */

function showChoices() {
  const game = hand(), names = game.names[now.lang];
  document.documentElement.lang = now.lang;
  document.title = W.title;
  $("title").textContent = W.title;
  $("lang").textContent = W.lang;
  $("lang").setAttribute("aria-label", W.lang_label);
  $("hand-label").hidden = data.hands.length < 2;
  $("hand-label").firstElementChild.textContent = W.hands;
  $("view-label").firstElementChild.textContent = W.view;
  $("hand").replaceChildren(...data.hands.map((it, i) => make("option", {value: i}, fill(W.hand, {n: it.number}))));
  $("hand").value = now.hand;
  const views = names.map((name, i) => make("option", {value: i}, fill(W.only, {name: name})));
  $("view").replaceChildren(make("option", {value: ""}, W.all), ...views);
  $("view").value = now.view === null ? "" : now.view;
  for (const id of ["hand", "view"]) $(id).setAttribute("aria-label", W[id === "hand" ? "hands" : "view"]);
  const facts = [fill(W.hand, {n: game.number}), game.rules[now.lang], data.base[now.lang] + " " + game.base];
  if (game.masked) facts.push(W.masked);
  $("facts").textContent = facts.join(" · ");
  for (const id of ["first", "back", "forward", "last", "step"]) $(id).setAttribute("aria-label", W[id]);
  for (const id of ["first", "back", "forward", "last"]) $(id).title = W[id];
  $("keys").textContent = W.keys;
  $("jump").textContent = W.to_result;
  $("step").max = lastStep();
}

function show() {
  const steps = hand().steps, say = steps[now.step].say[now.lang];
  $("say").textContent = say;
  $("say").setAttribute("aria-live", timer === null ? "polite" : "off");
  $("table").replaceChildren(...states().map((_, i) => seatNode(i)), midNode());
  $("step").value = now.step;
  $("step").setAttribute("aria-valuetext", say);
  $("count").textContent = now.step + " / " + lastStep();
  $("first").disabled = $("back").disabled = now.step === 0;
  $("last").disabled = $("forward").disabled = now.step === lastStep();
  $("run").textContent = W[timer === null ? "play" : "pause"];
  $("jump").hidden = !isOver();
  const side = isOver() ? [resultNode()] : [recentNode()];
  if (hand().end === null && now.step === lastStep()) side.unshift(make("p", {id: "unfinished"}, W.unfinished));
  $("side").replaceChildren(...side, legendNode());
}

/* Browsers take only so many changes of the address in a row. */
function remember() {
  clearTimeout(pending);
  pending = setTimeout(write, 150);
}

function write() {
  const place = "#hand=" + hand().number + "&step=" + now.step + "&view=" + (now.view === null ? "all" : now.view) + "&lang=" + now.lang;
  try { history.replaceState(null, "", place); } catch (error) { /* a frame without an address */ }
}

function go(step) {
  now.step = Math.max(0, Math.min(lastStep(), step));
  if (now.step === lastStep()) stop();
  show();
  remember();
}

function stop() {
  if (timer !== null) clearInterval(timer);
  timer = null;
}

function run() {
  if (timer !== null) { stop(); show(); return; }
  if (now.step === lastStep()) now.step = 0;
  timer = setInterval(() => go(now.step + 1), PACE);
  show();
}

function choose(changes) {
  stop();
  Object.assign(now, changes);
  if (now.view !== null && now.view >= hand().players) now.view = null;
  W = data.words[now.lang];
  showChoices();
  go(now.step);
}

function fromAddress() {
  const found = new URLSearchParams(location.hash.slice(1)), changes = {};
  const number = data.hands.findIndex(it => String(it.number) === found.get("hand"));
  if (number >= 0) changes.hand = number;
  if (Object.keys(data.words).includes(found.get("lang"))) changes.lang = found.get("lang");
  if (found.get("view") === "all") changes.view = null;
  else if (/^[0-3]$/.test(found.get("view") || "")) changes.view = Number(found.get("view"));
  if (found.get("step") === "last") changes.step = data.hands[number >= 0 ? number : now.hand].steps.length - 1;
  else if (/^\d{1,6}$/.test(found.get("step") || "")) changes.step = Number(found.get("step"));
  choose(changes);
}

const press = (id, action) => $(id).addEventListener("click", action);
const pause = step => { stop(); go(step); };
press("first", () => pause(0));
press("back", () => pause(now.step - 1));
press("forward", () => pause(now.step + 1));
press("last", () => pause(lastStep()));
press("run", run);
press("lang", () => choose({lang: now.lang === "zh" ? "en" : "zh"}));
press("jump", event => { event.preventDefault(); $("result").scrollIntoView(); $("result").focus({preventScroll: true}); });
$("step").addEventListener("input", () => pause(Number($("step").value)));
$("hand").addEventListener("change", () => choose({hand: Number($("hand").value), step: 0}));
$("view").addEventListener("change", () => choose({view: $("view").value === "" ? null : Number($("view").value)}));
document.addEventListener("keydown", event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const tag = event.target.tagName;
  if (tag === "SELECT" || event.target.id === "step" && event.key !== " ") return;
  if (event.key === " " && (tag === "BUTTON" || tag === "A")) return;
  const moves = {ArrowLeft: -1, ArrowRight: 1};
  if (event.key in moves) pause(now.step + moves[event.key]);
  else if (event.key === "Home") pause(0);
  else if (event.key === "End") pause(lastStep());
  else if (event.key === " ") run();
  else return;
  event.preventDefault();
});
window.addEventListener("hashchange", fromAddress);
fromAddress();
})();
