const SIZE = 21;
const DATA_BYTES = 16;
const CHECK_BYTES = 10;
/** Symbols of the alphanumeric mode; the value is the index. */
const SYMBOLS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
/** Correction level M with mask 0, with its own error correction. */
const FORMAT = '101010000010010';
/** Most characters: those of the longest coupon code. */
const TEXT_MAX = 20;

/**
 * The smallest QR code (ISO/IEC 18004: version 1, level M, alphanumeric) of a coupon code, dark modules as true, without the
 * quiet zone of four modules. The mask is fixed, which scanners read from the code; codes hardly ever have large blocks of one
 * color.
 * @throws RangeError for a text that is empty, too long or has other symbols than coupon codes
 */
export function qrMatrix(text: string): readonly (readonly boolean[])[] {
  const { isDark, isTaken, set } = patterns();
  const bits = [...codewords(text)].flatMap((byte) => bitsOf(byte, 8));
  let next = 0;
  // Pairs of columns from the right, upwards and downwards in turns; the column of the timing pattern is skipped.
  for (let right = SIZE - 1, isUpward = true; right > 0; right -= 2, isUpward = !isUpward) {
    if (right === 6) right -= 1;
    for (let step = 0; step < SIZE; step += 1) {
      const row = isUpward ? SIZE - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (isTaken(row, column)) continue;
        set(row, column, (bits[next] === 1) !== ((row + column) % 2 === 0));
        next += 1;
      }
    }
  }
  return isDark;
}

/** Data and error correction of a text. */
export function codewords(text: string): Uint8Array {
  const values = [...text].map((symbol) => SYMBOLS.indexOf(symbol));
  if (values.length === 0 || values.length > TEXT_MAX || values.includes(-1))
    throw new RangeError('A QR code has 1 to 20 symbols of coupon codes.');
  const bits = [...bitsOf(0b0010, 4), ...bitsOf(values.length, 9)];
  for (let index = 0; index < values.length; index += 2) {
    const [first = 0, second] = values.slice(index, index + 2);
    bits.push(...(second === undefined ? bitsOf(first, 6) : bitsOf(first * 45 + second, 11)));
  }
  // Up to four zeros end the text.
  bits.push(...bitsOf(0, Math.min(4, DATA_BYTES * 8 - bits.length)));
  const used = Math.ceil(bits.length / 8);
  const data = Uint8Array.from({ length: DATA_BYTES }, (_, index) =>
    index < used
      ? bits.slice(index * 8, index * 8 + 8).reduce((byte, bit, place) => byte | (bit << (7 - place)), 0)
      : (index - used) % 2 === 0
        ? 0xec
        : 0x11,
  );
  return Uint8Array.of(...data, ...correction(data));
}

/** Remainder of the data, divided by the generator polynomial of Reed and Solomon. */
function correction(data: Uint8Array): Uint8Array {
  let generator = [1];
  for (let root = 1, degree = 0; degree < CHECK_BYTES; degree += 1, root = times(root, 2))
    generator = [...generator, 0].map((value, index) => value ^ times(generator[index - 1] ?? 0, root));
  const rest = Uint8Array.of(...data, ...new Uint8Array(CHECK_BYTES));
  for (let start = 0; start < data.length; start += 1) {
    const factor = rest[start] ?? 0;
    for (const [index, value] of generator.entries())
      rest[start + index] = (rest[start + index] ?? 0) ^ times(value, factor);
  }
  return rest.slice(data.length);
}

/** Product in GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function times(one: number, other: number): number {
  let product = 0;
  for (let a = one, b = other; b > 0; b >>= 1, a = a << 1 > 255 ? (a << 1) ^ 0x11d : a << 1) if (b & 1) product ^= a;
  return product;
}

/** Finder, timing and format patterns. */
function patterns() {
  const isDark = Array.from({ length: SIZE }, () => Array<boolean>(SIZE).fill(false));
  const set = (row: number, column: number, value: boolean) => {
    const cells = isDark[row];
    if (cells) cells[column] = value;
  };
  for (const [top, left] of [
    [0, 0],
    [0, SIZE - 7],
    [SIZE - 7, 0],
  ] as const)
    for (let row = 0; row < 7; row += 1)
      for (let column = 0; column < 7; column += 1) {
        const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
        set(top + row, left + column, ring !== 2);
      }
  for (let place = 8; place < SIZE - 8; place += 1) {
    set(6, place, place % 2 === 0);
    set(place, 6, place % 2 === 0);
  }
  for (const [index, bit] of [...FORMAT].entries()) {
    const near = index < 6 ? index : index < 8 ? index + 1 : 14 - index;
    const value = bit === '1';
    if (index < 8) set(8, near, value);
    else set(index === 8 ? 7 : near, 8, value);
    if (index < 7) set(SIZE - 1 - index, 8, value);
    else set(8, SIZE - 15 + index, value);
  }
  set(SIZE - 8, 8, true);
  const isTaken = (row: number, column: number) =>
    row === 6 || column === 6 || (row < 9 && (column < 9 || column >= SIZE - 8)) || (row >= SIZE - 8 && column < 9);
  return { isDark, isTaken, set };
}

function bitsOf(value: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, place) => (value >> (count - 1 - place)) & 1);
}
