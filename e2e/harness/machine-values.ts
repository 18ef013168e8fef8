import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Response } from 'playwright-core';

const ZONES = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'));
/** Values of the machine, by what a finding calls them. People read names, labels, and figures with their unit. */
const PATTERNS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an id', /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/iu],
  ['a constant', /\b[A-Z]{2,}(?:_[A-Z0-9]+)+\b/u],
  ['a long time in seconds', /\b\d{3,} ?(?:s|sec|ms|seconds)\b/u],
  ['a raw instant', /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/u],
  // Beside UTC or an offset a zone is exact.
  ['a raw zone', new RegExp(`\\b(?:${ZONES.join('|')})\\b(?!.*(?:UTC|GMT))`, 'su')],
  ['a raw value', /\[object |\bundefined\b|\bNaN\b|\bnull\b|[{[]"|\{\w+\}/u],
  [
    'a wrong plural',
    /(?<![\d.,:])1 (?:accounts|stores|coupons|points|tickets|rows|days|hours|codes|people|events|entries|winners|minutes|uses|records|changes|notes|devices|badges|languages|texts|jobs)\b/u,
  ],
];
const SCHEMA = join(import.meta.dirname, '..', '..', 'apps', 'server', 'schema.graphql');
/** Codes of countries and currencies are for people too. */
const CODE_MAX_LENGTH = 3;

/** A text of a page and where it is. */
interface Shown {
  readonly text: string;
  readonly place: string;
}

/** Finds machine values on a page: its texts are compared with the API's answers, with keys and with constants. */
export class MachineValues {
  readonly #page: Page;
  readonly #keys: ReadonlySet<string>;
  readonly #constants = constantsOf(readFileSync(SCHEMA, 'utf8'));
  #minor = new Set<number>();
  #other = new Set<number>();

  /** @param keys keys of messages and settings */
  constructor(page: Page, keys: Iterable<string>) {
    this.#page = page;
    this.#keys = new Set(keys);
    page.on('response', (response) => void this.#note(response));
  }

  /** Machine values among the visible texts, labels, hints and inputs of the page, each with its place. */
  async found(): Promise<readonly string[]> {
    const shown = await this.#page.evaluate(look);
    const found = shown.flatMap(({ text, place }) =>
      this.#kindsIn(text).map((what) => `${what}: “${text}” (${place})`),
    );
    this.#minor = new Set();
    this.#other = new Set();
    return [...new Set(found)];
  }

  #kindsIn(text: string): readonly string[] {
    const found = PATTERNS.filter(([, pattern]) => pattern.test(text)).map(([what]) => what);
    if (this.#constants.has(text)) found.push('a constant');
    if (text.split(/[\s“”"(),]+/u).some((word) => this.#keys.has(word))) found.push('a key');
    const figure = /^\d{1,3}(?:,\d{3})+$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
    if (this.#minor.has(figure) && !this.#other.has(figure)) found.push('a minor unit');
    return found;
  }

  async #note(response: Response): Promise<void> {
    if (!response.url().endsWith('/graphql') || !response.ok()) return;
    // A page that is left takes its answers with it.
    const text = await response.text().catch(() => '');
    for (const [, name = '', figure] of text.matchAll(/"(\w+)":(\d{4,})/g))
      (/[mM]inor$/.test(name) ? this.#minor : this.#other).add(Number(figure));
  }
}

function constantsOf(schema: string): ReadonlySet<string> {
  const plain = schema.replaceAll(/"""[\s\S]*?"""/g, '');
  const values = [...plain.matchAll(/^enum \w+ \{([^}]*)\}/gm)].flatMap(([, body = '']) => body.match(/\w+/g) ?? []);
  return new Set(values.filter((value) => value.length > CODE_MAX_LENGTH));
}

/** Runs in the page, so it contains everything it needs. */
function look(): Shown[] {
  const found: Shown[] = [];
  const placeOf = (element: Element): string => {
    const fact = element.closest('dd')?.parentElement?.querySelector('dt')?.textContent;
    const place = element.closest('[data-place]')?.getAttribute('data-place')?.replace(/^\d+:/, 'column ');
    const region = element.closest('[role="dialog"], main, header, nav, body');
    return [region?.getAttribute('role') ?? region?.localName, fact, place].filter(Boolean).join(', ');
  };
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const element = node.parentElement;
    const text = (node.textContent ?? '').trim();
    if (element && text !== '' && !element.closest('script, style, noscript') && element.checkVisibility())
      found.push({ text, place: placeOf(element) });
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const text = element.getAttribute(name);
      if (text && element.checkVisibility()) found.push({ text, place: `${name}, ${placeOf(element)}` });
    }
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type="text"], input:not([type])'))
    if (input.checkVisibility()) found.push({ text: input.value, place: `input, ${placeOf(input)}` });
  return found;
}
