/** `levels` fragments that each spread the next one twice: two to the power of `levels` fields. */
export function doubling(levels: number): string {
  const fragments = Array.from(
    { length: levels },
    (_, level) => `fragment A${level} on Viewer{...A${level + 1} ...A${level + 1}}`,
  );
  return `{viewer{...A0}} ${fragments.join(' ')} fragment A${levels} on Viewer{sub}`;
}

export const aliases = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `a${at}:viewer{sub}`).join(' ')}}`;

export const nested = (field: string, depth: number): string => `{${`${field}{`.repeat(depth)}id${'}'.repeat(depth)}}`;

export const repeated = (count: number): string => `{viewer{${'sub '.repeat(count)}}}`;

/** Refused, each by a different limit. */
export const REFUSED: Readonly<Record<string, string>> = {
  'fragments doubled 30 times': doubling(30),
  'fragments doubled 10 times, 3,000 visits': doubling(10),
  '11 aliases': aliases(11),
  '1,000 aliases': aliases(1_000),
  '8 levels': nested('account', 8),
  '2,000 fields': repeated(2_000),
};

/** The slowest accepted documents: most fragment visits, and most pairs of fields that validation compares. */
export const ACCEPTED: Readonly<Record<string, string>> = {
  'fragments doubled 9 times, 1,500 visits': doubling(9),
  'one field 700 times': repeated(700),
};
