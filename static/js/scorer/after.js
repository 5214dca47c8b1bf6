// What the first picture of a game can do without for a second.

export { announcement } from "./announce.js";
export { disagree, drawResult } from "./draw_result.js";
export { sentenceOf } from "./happened.js";
export { foreseen } from "./foresee.js";
export { roundList } from "./history.js";
export { listen } from "./keys.js";
export { Preview } from "./preview.js";
export { slide } from "./slide.js";
export { applyPreferences, vibrate } from "./preferences.js";
