/** The published texts of the console in a language. */
export class ConsoleTexts {
  readonly #texts: Readonly<Record<string, string>>;
  readonly #all: ReadonlySet<string>;

  private constructor(texts: Readonly<Record<string, string>>) {
    this.#texts = texts;
    this.#all = new Set(Object.values(texts));
  }

  static async load(url: string, locale: string): Promise<ConsoleTexts> {
    const published = await fetch(`${url}/i18n/clients/backcounter/languages/published`);
    const languages = (await published.json()) as readonly {
      readonly language: { readonly iso639_1: string; readonly country_code: string };
      readonly file_path: string;
    }[];
    const own = languages.find(({ language }) => `${language.iso639_1}-${language.country_code}` === locale);
    if (own === undefined) throw new Error(`${locale} is not published`);
    const file = await fetch(`${url}/cdn/${own.file_path}`);
    return new ConsoleTexts((await file.json()) as Record<string, string>);
  }

  /** True for a text of the console, false for data. */
  has(text: string): boolean {
    return this.#all.has(text);
  }

  /** Matches an element that is named by a text, with any values for its variables. */
  pattern(key: string): RegExp {
    const text = this.#texts[key];
    if (text === undefined) throw new Error(`The console has no text ${key}`);
    const parts = withoutVariables(text).map((part) =>
      // Quotes have a meaning in Playwright's own selectors.
      part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/['"]/g, '.'),
    );
    return new RegExp(`^\\s*${parts.join('.*')}`, 'u');
  }
}

/** The parts of a message between its variables, which may contain others. */
function withoutVariables(text: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '{' && depth++ === 0) parts.push('');
    else if (character === '}') depth--;
    else if (depth === 0) parts[parts.length - 1] += character;
  }
  return parts;
}
