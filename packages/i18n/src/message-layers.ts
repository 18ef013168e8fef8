import { DEFAULT_LOCALE, fallbackChain, isPseudoLocale, type LanguageChoice, type PseudoLocale } from './locale.ts';
import type { CompiledMessages, Messages } from './messages.ts';

/** Texts of a locale by order of lookup. */
export interface LoadedTexts {
  /** Keys that the locale itself has. */
  readonly own: CompiledMessages;
  /** Texts by the fallback chain, those in the code last. */
  readonly messages: CompiledMessages;
}

/** Access to texts of the source and of the code. */
export interface LayerSource {
  readonly defaults: CompiledMessages;
  /** Path that the texts in the code have when published unchanged. */
  readonly defaultsPath?: string | undefined;
  readonly load: (key: string) => Promise<Messages>;
  /** Texts of a pseudo-locale that are newer than the code. */
  readonly loadPseudo: (locale: PseudoLocale) => Promise<Messages>;
  readonly noteProblem: (problem: unknown) => void;
}

/**
 * Loads requested -> same language elsewhere -> en-US -> code. Only the requested one must load; English without a
 * file, or with exactly the texts in the code, is not loaded.
 * @throws the error of loading the requested one
 */
export async function loadLayers(
  requested: string,
  languages: readonly LanguageChoice[],
  source: LayerSource,
): Promise<LoadedTexts> {
  const { defaults } = source;
  if (isPseudoLocale(requested)) {
    const pseudo = await pseudoTexts(requested, source);
    return { own: pseudo, messages: pseudo };
  }
  const keys = languages.map(({ key }) => key);
  const english = languages.find(({ key }) => key === DEFAULT_LOCALE)?.filePath;
  const isInCode = (key: string) =>
    key === DEFAULT_LOCALE && (english === undefined || english === source.defaultsPath);
  const loadOne = async (key: string): Promise<CompiledMessages> =>
    isInCode(key) ? defaults : compiled(await source.load(key), source);
  const tolerant = (key: string) =>
    loadOne(key).catch((problem: unknown): CompiledMessages => {
      source.noteProblem(problem);
      return {};
    });
  // Not a copy: the texts in the code may grow with each page that is loaded.
  if (isInCode(requested)) return { own: defaults, messages: defaults };
  const [first = DEFAULT_LOCALE, ...rest] = fallbackChain(requested, keys);
  const [own, ...layers] = await Promise.all([loadOne(first), ...rest.map(tolerant)]);
  return { own, messages: Object.assign({}, defaults, ...layers.reverse(), own) };
}

/** The parser is loaded with the first texts that need it. */
async function compiled(texts: Messages, { defaults, noteProblem }: LayerSource): Promise<CompiledMessages> {
  const { compileMessages } = await import('./compile.ts');
  const { messages, problems } = compileMessages(texts, defaults);
  for (const problem of problems) noteProblem(problem);
  return messages;
}

/** Falls back to the texts in the code. */
async function pseudoTexts(locale: PseudoLocale, source: LayerSource): Promise<CompiledMessages> {
  const { defaults, loadPseudo, noteProblem } = source;
  const made = loadPseudo(locale).then(
    (texts) => compiled(texts, source),
    (problem: unknown): CompiledMessages => {
      noteProblem(problem);
      return {};
    },
  );
  const { pseudoMessages } = await import('./pseudo.ts');
  return pseudoMessages(defaults, locale, await made);
}
