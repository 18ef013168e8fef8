/** A text with European digits, and without invisible signs. */
export function withPlainDigits(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text.replace(/\p{Cf}/gu, '').replace(/\p{Nd}/gu, (digit) => {
    // Digits of a script follow each other in Unicode, from zero.
    let value = 0;
    const code = digit.codePointAt(0) ?? 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}
