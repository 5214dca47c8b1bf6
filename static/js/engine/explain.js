// A settled round in one sentence with its clauses, because that is what a table argues about.
//
// „Jenny 3 von A schlägt Schock 2 von B (Z. 95); C verliert mit 431 und bekommt 3 Deckel …“. Player
// ids can be shown under other names; the words of the game come from the rulebook.

import { SILENT } from "./errors.js";
import { equalButForTies, nameOf } from "./hands.js";
import { HOUSE_RULE } from "./house_rules.js";
import { explained } from "./sentences.js";
import { weigh } from "./settle.js";

// Who beat whom, who lost, what moved, with the clauses. `lang` is `de` or `en`.
export function explain(settled, lang = "de", names = {}) {
  const sentence = new Sentence(settled, lang, names);
  return settled.hands.length ? sentence.whole() : sentence.inOneEntry();
}

class Sentence {
  constructor(settled, lang, names) {
    Object.assign(this, { settled, lang, names, book: settled.game.book });
    this.hands = new Map(settled.shown());
    this.forfeits = new Map(settled.forfeits);
    this.words = Object.fromEntries(Object.entries(this.book.words).map(([key, text]) => [key, text[lang]]));
    this.worst = this.name(settled.worst);
    this.best = settled.best ?? ""; // where there are hands there is a best one
  }

  whole() {
    const bottom = this.bottom();
    let deckel = this.deckel();
    if (deckel) deckel = bottom ? `${bottom} ${this.say("and")} ${deckel}` : `${this.worst} ${deckel}`;
    return `${[this.top(), deckel || bottom, this.lost()].filter(Boolean).join("; ")}.`;
  }

  // Who lost, with how many, and who was best: without hands there is no clause to name.
  inOneEntry() {
    const { source, moved } = this.settled;
    let lost;
    if (source === "none") lost = this.say("has_lost", { player: this.worst });
    else if (source === "all") lost = `${this.worst} ${this.say("gets_all")}`;
    else lost = `${this.worst} ${this.say("gets_so_many", { number: moved, deckel: this.deckelWord(moved) })}`;
    const best = this.best && this.say("was_best", { player: this.name(this.best) });
    return `${[lost, best, this.lostPart()].filter(Boolean).join("; ")}.`;
  }

  say(key, values) {
    return explained(key, this.lang, { ...this.words, ...values });
  }

  name(player) {
    return nameIn(this.names, player);
  }

  deckelWord(number) {
    return this.words[number === 1 ? "deckel_one" : "deckel"];
  }

  // The hand's name; one that counts as something lesser says that it was built.
  hand(player) {
    const hand = this.hands.get(player);
    const shown = handName(this.book, hand, this.lang);
    const natural = this.book.ranking.hand(hand.dice, hand.throws, true);
    return natural.key === hand.key ? shown : `${shown} (${this.words.built})`;
  }

  ranked(players) {
    const [best, worst] = weigh(players.map((player) => this.hands.get(player)));
    return [players[best], players[worst]];
  }

  // The best hand beats the next; nothing to say where all others have forfeited.
  top() {
    const { best } = this;
    const rest = this.settled.order.filter((player) => player !== best && !this.forfeits.has(player));
    if (!rest.length) return "";
    const other = this.ranked(rest)[0];
    const sentence = this.say("beats", {
      hand: this.hand(best), player: this.name(best), other: this.hand(other), who: this.name(other),
    });
    const criterion = this.criterion(best, other);
    if (criterion === null) return sentence + inBrackets(this.categoryClause(best, other));
    return sentence + this.say(`better_${criterion}`) + inBrackets(this.book.tieClauses[criterion]);
  }

  // The worst hand, where `top` has not named it already.
  bottom() {
    const { worst, order } = this.settled;
    const why = this.forfeits.get(worst);
    if (why !== undefined) return forfeited(this.book, worst, why, this.lang, this.names);
    if (order.length === 2) return "";
    const sentence = this.say("loses", { player: this.worst, hand: this.hand(worst) });
    const other = this.ranked(order.filter((player) => player !== worst))[1];
    const criterion = this.criterion(other, worst);
    if (criterion === null || other === this.best) return sentence;
    const tie = this.say("same", { who: this.name(other) }) + this.say(`worse_${criterion}`);
    return sentence + tie + inBrackets(this.book.tieClauses[criterion]);
  }

  // How many Deckel move, and where from; in a „scharf“ round none do.
  deckel() {
    const { source, moved, penalty } = this.settled;
    const { clauses } = this.book;
    if (source === "none") return "";
    if (source === "all") return this.say("gets_all") + inBrackets(clauses.all);
    const giver = this.name(this.best);
    const key = moved < penalty ? (moved ? "gets_less" : "gets_none") : "gets";
    const from = source === "middle" ? this.words.from_middle : this.say("from", { giver });
    const sentence = this.say(key, { giver, number: moved, deckel: this.deckelWord(moved), source: from });
    return sentence + inBrackets(clauses.settle, clauses[source]);
  }

  lost() {
    const clause = this.settled.source === "none" ? SILENT : this.book.clauses.lost;
    const sentence = this.lostPart();
    return sentence && sentence + inBrackets(clause);
  }

  lostPart() {
    const { game, worst, source, deckel, phase } = this.settled;
    if (source !== "none" && deckel[game.seats.get(worst)] !== game.total) return "";
    return this.say("lost", { part: this.words[phase], player: this.worst });
  }

  // The tie that decided between equal hands, null for different ones.
  criterion(better, worse) {
    const betterHand = this.hands.get(better), worseHand = this.hands.get(worse);
    if (!equalButForTies(betterHand, worseHand)) return null;
    const decided = {
      fewer_throws: betterHand.throws !== worseHand.throws, one_throw: betterHand.inOneThrow !== worseHand.inOneThrow,
      earlier: true, later: true,
    };
    return this.book.ranking.chain(betterHand).find((tie) => decided[tie]);
  }

  categoryClause(better, worse) {
    const clauses = [better, worse].map((player) => this.book.ranking.categories.get(this.hands.get(player).key).clause);
    return clauses.includes(HOUSE_RULE) ? HOUSE_RULE : clauses[0];
  }
}

const nameIn = (names, player) => (Object.hasOwn(names, player) ? names[player] : player);

// The clauses in brackets, each once; none where the text is silent.
function inBrackets(...clauses) {
  const named = [...new Set(clauses)].filter((clause) => clause !== SILENT);
  return named.length ? ` (${named.join(", ")})` : "";
}

// Who counts as the worst of a round, whatever the hand, and for what, with its clause.
export function forfeited(book, player, why, lang = "de", names = {}) {
  const breach = book.infractions.get(why);
  const reason = breach ? explained("for_breach", lang, { label: breach.label[lang] }) : explained("ruled", lang);
  const sentence = explained("forfeited", lang, { player: nameIn(names, player), why: reason });
  return sentence + inBrackets(breach ? breach.clause : book.clauses.referee);
}

// „Schock 6“, „Jenny 4“, „643“, as this rulebook says it.
export const handName = (book, hand, lang = "de") => nameOf(book.ranking.categories.get(hand.key), hand.dice, lang);
