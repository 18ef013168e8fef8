import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { Plugin } from 'vite';
import { compileMessage } from '../../packages/i18n/src/compile.ts';
import { keysInCode } from '../../packages/i18n/src/keys-in-code.ts';
import { DEFAULT_LOCALE } from '../../packages/i18n/src/locale.ts';
import { flattenMessages, type Messages, writeMessageFile } from '../../packages/i18n/src/messages.ts';

const folder = join(import.meta.dirname, 'src/messages');
const ALL_ENGLISH = join(folder, 'en-us.ts');
const CODE = /\/(?:apps\/console|packages\/[\w-]+)\/src\/(?!generated\/|messages\/).*\.tsx?$/;
/** Modules that add the texts of one English file to the loaded ones. */
const TEXTS = 'english-texts:';

const read = (path: string) => flattenMessages(JSON.parse(readFileSync(path, 'utf8')));

function messagesOf(locale: string): Messages {
  const names = readdirSync(join(folder, locale)).filter((name) => name.endsWith('.json'));
  return Object.assign({}, ...names.map((name) => read(join(folder, locale, name))));
}

const locales = () =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** The path under which the service publishes the English texts of this build if they are unchanged there. */
function englishFile(): string {
  const digest = createHash('sha256')
    .update(writeMessageFile(messagesOf(DEFAULT_LOCALE)))
    .digest('hex');
  return `i18n/{clientId}/${DEFAULT_LOCALE}.${digest.slice(0, 16)}.json`;
}

/** The start that all keys of a file share. */
function sharedStart([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const key of others) while (!key.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

/**
 * The English files with the keys of a module. A template that begins with less than all keys of a file share doesn't
 * mean that file: `error.${code}` isn't about `error.field.…`.
 */
function englishFilesOf(code: string, english: ReadonlyMap<string, Messages>): string[] {
  const { literals, patterns } = keysInCode(code);
  return [...english].flatMap(([name, messages]) => {
    const keys = Object.keys(messages);
    const start = sharedStart(keys);
    const meant = patterns.filter(
      ({ source }) => source.startsWith('^[') || source.replaceAll('\\', '').startsWith(`^${start}`),
    );
    return keys.some((key) => literals.has(key) || meant.some((pattern) => pattern.test(key))) ? [name] : [];
  });
}

/**
 * Parses the English texts at build time, so that a start needs no parser: it is loaded with the first language that
 * needs it. A module imports the English files whose keys it uses, so that each page loads only its own texts. All
 * languages are emitted as data files beside the console, for the server to publish.
 */
export function messageFiles(): Plugin[] {
  let english: ReadonlyMap<string, Messages> = new Map();
  return [
    { name: 'english-file', config: () => ({ define: { ENGLISH_FILE: JSON.stringify(englishFile()) } }) },
    {
      name: 'message-files',
      apply: 'build',
      enforce: 'pre',
      buildStart() {
        const names = readdirSync(join(folder, DEFAULT_LOCALE)).filter((name) => name.endsWith('.json'));
        english = new Map(names.map((name) => [parse(name).name, read(join(folder, DEFAULT_LOCALE, name))]));
      },
      resolveId(source, importer) {
        if (source.startsWith(TEXTS)) return { id: `\0${source}`, moduleSideEffects: true };
        const isFormatter = /\/node_modules\/(?:intl-messageformat|@formatjs\/intl)\//.test(importer ?? '');
        return source === '@formatjs/icu-messageformat-parser' && isFormatter
          ? this.resolve(`${source}/no-parser.js`, importer, { skipSelf: true })
          : null;
      },
      load(id) {
        if (id === ALL_ENGLISH) return 'export const enUs = {};';
        if (!id.startsWith(`\0${TEXTS}`)) return null;
        const messages = Object.entries(english.get(id.slice(TEXTS.length + 1)) ?? {});
        const compiled = Object.fromEntries(messages.map(([key, text]) => [key, compileMessage(text)]));
        return `import { enUs } from ${JSON.stringify(ALL_ENGLISH)};\nObject.assign(enUs, ${JSON.stringify(compiled)});`;
      },
      transform(code, id) {
        if (!CODE.test(id)) return null;
        const imports = englishFilesOf(code, english).map((name) => `import ${JSON.stringify(TEXTS + name)};`);
        return imports.length === 0 ? null : { code: `${imports.join('')}${code}`, map: null };
      },
      generateBundle() {
        for (const locale of locales())
          this.emitFile({
            type: 'asset',
            fileName: `messages/${locale}.json`,
            source: writeMessageFile(messagesOf(locale)),
          });
      },
    },
  ];
}
