import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flattenMessages, type Messages, writeMessageFile } from '@backcounter/i18n/messages';
import { nameOfLanguage } from '../../texts/language-facts.ts';

const LOCALE = /^([a-z]{2,3})-([A-Z]{2})(\.json)?$/;

/** A language that ships with the product. */
export interface ShippedLanguage {
  readonly language: string;
  readonly countryCode: string;
  /** Name in the language itself. */
  readonly name: string;
  /** Its texts, flattened. */
  readonly messages: Messages;
  /** The message file, byte for byte. */
  readonly content: string;
  readonly sha256: Buffer;
}

/** Reads languages from a folder: `de-DE.json` as built by the console, or `de-DE/` with source files. */
export async function readShippedLanguages(folder: string): Promise<readonly ShippedLanguage[]> {
  const found: FoundLanguage[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const [, language, countryCode, ending] = LOCALE.exec(entry.name) ?? [];
    if (language === undefined || countryCode === undefined || entry.isDirectory() === (ending !== undefined)) continue;
    const path = join(folder, entry.name);
    const files = entry.isDirectory() ? (await readdir(path)).filter((name) => name.endsWith('.json')) : [''];
    const parts = await Promise.all(files.map(async (name) => flattenMessages(await readJson(join(path, name)))));
    found.push({ language, countryCode, texts: Object.assign({}, ...parts) as Messages });
  }
  return asShipped(found);
}

/** Texts of a language before they are written as a file. */
interface FoundLanguage {
  readonly language: string;
  readonly countryCode: string;
  readonly texts: Messages;
}

/** Names the languages and renders their files. */
export function asShipped(found: readonly FoundLanguage[]): readonly ShippedLanguage[] {
  const isAlone = (code: string) => found.filter(({ language }) => language === code).length === 1;
  return found.map(({ language, countryCode, texts }) => {
    const key = `${language}-${countryCode}`;
    const content = writeMessageFile(texts);
    return {
      language,
      countryCode,
      name: nameOfLanguage(key, isAlone(language)),
      messages: texts,
      content,
      sha256: createHash('sha256').update(content).digest(),
    };
  });
}

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
