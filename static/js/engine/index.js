// The rules of Schocken for a phone without network: one game as a pure function of a header and a
// list of events. A port of games/engine, module by module, with its names in camelCase; the rulebooks
// come as data from the same files (`readRulebooks`). The suite holds both to the same bytes.
//
// The only differences lie before the engine: JSON.parse cannot tell 1.0 from 1, nor integers beyond
// 2^53, and puts keys that are numbers first.

export { legalActions } from "./actions.js";
export { canonical } from "./canonical.js";
export { card } from "./card.js";
export { EngineError, IllegalError, InvalidError } from "./errors.js";
export { start } from "./header.js";
export { apply, replay } from "./play.js";
export { load, readRulebooks, slugs } from "./rulebook.js";
export { roundJson, stateJson } from "./state.js";
