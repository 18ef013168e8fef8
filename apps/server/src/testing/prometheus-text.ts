/** One line of a scrape. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The series of a scrape; throws on a malformed line. */
export function seriesOf(text: string): Series[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = /^([a-z0-9_]+)(?:\{((?:\w+="[^"\\]*",?)*)\})? (\S+)$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`not a series: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, given]) => [key, given]);
      return { name, labels: Object.fromEntries(pairs), value: value === 'Nan' ? Number.NaN : Number(value) };
    });
}
