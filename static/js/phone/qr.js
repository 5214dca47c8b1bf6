// A QR code (ISO/IEC 18004) as a matrix, drawn on the phone without a network: bytes, error levels
// L and M, versions 1 to 20. The suite holds it to segno, module by module.

// Per level: the two bits of its name, and by version the codewords of error correction per block
// and the number of blocks.
const LEVELS = {
  L: {
    bits: 1,
    check: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28],
    blocks: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8],
  },
  M: {
    bits: 0,
    check: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26],
    blocks: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16],
  },
};
const MAX_VERSION = 20;
const BYTES = 4; // the mode
const PADDING = [0xec, 0x11];
const MASKS = [
  (row, column) => (row + column) % 2,
  (row) => row % 2,
  (row, column) => column % 3,
  (row, column) => (row + column) % 3,
  (row, column) => ((row >> 1) + Math.floor(column / 3)) % 2,
  (row, column) => ((row * column) % 2) + ((row * column) % 3),
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2,
];

// Rows of 0 and 1, 1 is dark; without the quiet zone. The smallest version that holds the text, and
// the mask that reads best, unless they are given. RangeError for a text that is too long.
export function encode(text, { level = "M", version = null, mask = null } = {}) {
  const bytes = [...new TextEncoder().encode(text)];
  const size = version ?? smallest(bytes.length, level);
  if (size === null || bytes.length > capacity(size, level)) throw new RangeError("too long for a QR code");
  const frame = drawFrame(size);
  place(frame, interleaved(codewords(bytes, size, level), size, level));
  const masks = mask === null ? MASKS.keys() : [mask];
  let best = null;
  for (const pattern of masks) {
    const rows = masked(frame, pattern, level);
    const points = mask === null ? penalty(rows) : 0;
    if (!best || points < best.points) best = { rows, points, mask: pattern };
  }
  return { rows: best.rows, mask: best.mask, version: size };
}

// --- data ---------------------------------------------------------------------------------------

const countBits = (version) => (version < 10 ? 8 : 16);

// All codewords of a version, those of error correction included.
function total(version) {
  let modules = (16 * version + 128) * version + 64;
  if (version > 1) {
    const marks = Math.floor(version / 7) + 2;
    modules -= (25 * marks - 10) * marks - 55;
    if (version > 6) modules -= 36;
  }
  return modules >> 3;
}

const forData = (version, level) => total(version) - LEVELS[level].check[version - 1] * LEVELS[level].blocks[version - 1];

// How many bytes of text a version holds.
const capacity = (version, level) => forData(version, level) - Math.ceil((4 + countBits(version)) / 8);

function smallest(length, level) {
  for (let version = 1; version <= MAX_VERSION; version += 1) if (length <= capacity(version, level)) return version;
  return null;
}

function codewords(bytes, version, level) {
  const bits = [];
  const write = (value, length) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  write(BYTES, 4);
  write(bytes.length, countBits(version));
  for (const byte of bytes) write(byte, 8);
  const capacity = forData(version, level) * 8;
  write(0, Math.min(4, capacity - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let place = 0; bits.length < capacity; place += 1) write(PADDING[place % 2], 8);
  return Array.from({ length: capacity / 8 }, (_, place) => parseInt(bits.slice(place * 8, place * 8 + 8).join(""), 2));
}

// The blocks with their error correction, column by column; shorter blocks stand first.
function interleaved(data, version, level) {
  const { check, blocks } = LEVELS[level];
  const number = blocks[version - 1], extra = check[version - 1];
  const short = Math.floor(data.length / number), longer = data.length % number;
  const generator = generatorOf(extra);
  const parts = [];
  for (let block = 0, start = 0; block < number; block += 1) {
    const end = start + short + (block < number - longer ? 0 : 1);
    parts.push(data.slice(start, end));
    start = end;
  }
  const checks = parts.map((part) => remainder(part, generator));
  const woven = (rows, length) => Array.from({ length }, (_, place) => rows.map((row) => row[place])).flat().filter((codeword) => codeword !== undefined);
  return [...woven(parts, short + 1), ...woven(checks, extra)];
}

// --- Reed and Solomon over GF(256), x^8 + x^4 + x^3 + x^2 + 1 -------------------------------------

const EXP = [], LOG = [];
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = value;
  LOG[value] = power;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

const times = (left, right) => (left && right ? EXP[(LOG[left] + LOG[right]) % 255] : 0);

// The coefficients below the highest, which is 1.
function generatorOf(degree) {
  let coefficients = [1];
  for (let power = 0; power < degree; power += 1) {
    const root = EXP[power];
    coefficients = [...coefficients, 0].map((coefficient, place) => coefficient ^ (place ? times(coefficients[place - 1], root) : 0));
  }
  return coefficients.slice(1);
}

function remainder(data, generator) {
  let left = generator.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ left[0];
    left = [...left.slice(1), 0].map((coefficient, place) => coefficient ^ times(generator[place], factor));
  }
  return left;
}

// --- the matrix -----------------------------------------------------------------------------------

// What is not data: rows of 0, 1, and null where data goes; format and version are filled in with 0.
function drawFrame(version) {
  const size = 17 + 4 * version;
  const rows = Array.from({ length: size }, () => Array(size).fill(null));
  const set = (row, column, dark) => {
    if (row >= 0 && row < size && column >= 0 && column < size) rows[row][column] = Number(dark);
  };
  for (let place = 0; place < size; place += 1) {
    set(6, place, place % 2 === 0);
    set(place, 6, place % 2 === 0);
  }
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) drawMark(set, row, column, 4, (ring) => ring !== 2 && ring !== 4);
  const marks = alignments(version, size);
  const last = marks.at(-1);
  for (const row of marks) {
    for (const column of marks) {
      // Where the three large marks lie there are none of the small ones.
      if ((row === 6 && column === 6) || (row === 6 && column === last) || (row === last && column === 6)) continue;
      drawMark(set, row, column, 2, (ring) => ring !== 1);
    }
  }
  for (const [row, column] of formatPlaces(size).flat()) set(row, column, 0);
  set(size - 8, 8, 1);
  if (version > 6) {
    const bits = versionBits(version);
    for (let bit = 0; bit < 18; bit += 1) {
      const near = Math.floor(bit / 3), far = size - 11 + (bit % 3);
      set(near, far, (bits >> bit) & 1);
      set(far, near, (bits >> bit) & 1);
    }
  }
  return rows;
}

// A mark around a module: rings, numbered from the middle out to `reach`, of which some are dark.
function drawMark(set, row, column, reach, isDark) {
  for (let down = -reach; down <= reach; down += 1) {
    for (let right = -reach; right <= reach; right += 1) set(row + down, column + right, isDark(Math.max(Math.abs(down), Math.abs(right))));
  }
}

function alignments(version, size) {
  if (version === 1) return [];
  const number = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + number * 3 + 5) / (number * 4 - 4)) * 2;
  return [6, ...Array.from({ length: number - 1 }, (_, place) => size - 7 - step * (number - 2 - place))];
}

// Where the fifteen bits of the format stand, the lowest first, twice.
function formatPlaces(size) {
  const down = [0, 1, 2, 3, 4, 5, 7, 8], left = [7, 5, 4, 3, 2, 1, 0];
  return [
    [...down.map((row) => [row, 8]), ...left.map((column) => [8, column])],
    [...Array.from({ length: 8 }, (_, bit) => [8, size - 1 - bit]), ...Array.from({ length: 7 }, (_, bit) => [size - 7 + bit, 8])],
  ];
}

function withCheck(value, degree, polynomial) {
  let left = value;
  for (let bit = 0; bit < degree; bit += 1) left = (left << 1) ^ ((left >> (degree - 1)) * polynomial);
  return (value << degree) | left;
}

const formatBits = (level, mask) => withCheck((LEVELS[level].bits << 3) | mask, 10, 0x537) ^ 0x5412;
const versionBits = (version) => withCheck(version, 12, 0x1f25);

// Fills the codewords in, from the right below in pairs of columns, up and down in turn.
function place(rows, words) {
  const size = rows.length;
  let bit = 0, upward = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // that column keeps time
    for (let step = 0; step < size; step += 1) {
      const row = upward ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (rows[row][column] !== null) continue;
        const word = words[bit >> 3] ?? 0;
        // Data is marked by 2 and 3, so that a mask knows what it may turn.
        rows[row][column] = 2 + ((word >> (7 - (bit & 7))) & 1);
        bit += 1;
      }
    }
    upward = !upward;
  }
}

function masked(frame, mask, level) {
  const turned = MASKS[mask];
  const rows = frame.map((cells, row) => cells.map((cell, column) => (cell < 2 ? cell : (cell - 2) ^ Number(turned(row, column) === 0))));
  const bits = formatBits(level, mask);
  for (const places of formatPlaces(rows.length)) places.forEach(([row, column], bit) => (rows[row][column] = (bits >> bit) & 1));
  return rows;
}

// --- how well a mask reads: the four rules of the standard ------------------------------------------

function penalty(rows) {
  const columns = rows.map((_, column) => rows.map((row) => row[column]));
  const lines = [...rows, ...columns];
  return runs(lines) + squares(rows) + looksLikeAMark(lines) + uneven(rows);
}

function runs(lines) {
  let points = 0;
  for (const line of lines) {
    for (let start = 0, end = 1; end <= line.length; end += 1) {
      if (line[end] === line[start]) continue;
      if (end - start >= 5) points += end - start - 2;
      start = end;
    }
  }
  return points;
}

function squares(rows) {
  let points = 0;
  for (let row = 1; row < rows.length; row += 1) {
    for (let column = 1; column < rows.length; column += 1) {
      const cell = rows[row][column];
      if (rows[row - 1][column] === cell && rows[row][column - 1] === cell && rows[row - 1][column - 1] === cell) points += 3;
    }
  }
  return points;
}

// Dark and light as 1:1:3:1:1 with four light ones before or behind, as in the large marks.
function looksLikeAMark(lines) {
  let points = 0;
  for (const line of lines) {
    const text = line.join("");
    for (let at = text.indexOf("1011101"); at >= 0; at = text.indexOf("1011101", at + 1)) {
      const before = text.slice(Math.max(0, at - 4), at), behind = text.slice(at + 7, at + 11);
      if (!before.includes("1") || !behind.includes("1")) points += 40;
    }
  }
  return points;
}

function uneven(rows) {
  const cells = rows.flat();
  const dark = cells.reduce((sum, cell) => sum + cell, 0);
  return Math.floor(Math.abs((dark * 100) / cells.length - 50) / 5) * 10;
}
