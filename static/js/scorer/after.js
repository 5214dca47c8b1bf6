// What the first picture of a game can do without for a second.

export { drawResult } from "./draw_result.js";
export { foreseen } from "./foresee.js";
export { roundList } from "./history.js";
export { listen } from "./keys.js";
export { Preview } from "./preview.js";
