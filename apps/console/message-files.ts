import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compileMessage } from '../../packages/i18n/src/compile.ts';
import { DEFAULT_LOCALE } from '../../packages/i18n/src/locale.ts';
import { flattenMessages, type Messages, writeMessageFile } from '../../packages/i18n/src/messages.ts';

const folder = join(import.meta.dirname, 'src/messages');
const ENGLISH = /\/src\/messages\/en-US\/[\w-]+\.json$/;

const read = (path: string) => flattenMessages(JSON.parse(readFileSync(path, 'utf8')));

function messagesOf(locale: string): Messages {
  const names = readdirSync(join(folder, locale)).filter((name) => name.endsWith('.json'));
  return Object.assign({}, ...names.map((name) => read(join(folder, locale, name))));
}

const locales = () =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** The path under which the service publishes the English texts of this build if nobody has changed them there. */
function englishFile(): string {
  const digest = createHash('sha256')
    .update(writeMessageFile(messagesOf(DEFAULT_LOCALE)))
    .digest('hex');
  return `i18n/{clientId}/${DEFAULT_LOCALE}.${digest.slice(0, 16)}.json`;
}

/**
 * The syntax of the English texts is read once, here, so that a start needs no reader of it: that comes with the first language which does.
 * All languages go beside the console as data, for the server to publish.
 */
export function messageFiles(): Plugin[] {
  return [
    { name: 'english-file', config: () => ({ define: { ENGLISH_FILE: JSON.stringify(englishFile()) } }) },
    {
      name: 'message-files',
      apply: 'build',
      enforce: 'pre',
      resolveId(source, importer) {
        const isFormatter = /\/node_modules\/(?:intl-messageformat|@formatjs\/intl|react-intl)\//.test(importer ?? '');
        return source === '@formatjs/icu-messageformat-parser' && isFormatter
          ? this.resolve(`${source}/no-parser.js`, importer, { skipSelf: true })
          : null;
      },
      transform(code, id) {
        if (!ENGLISH.test(id)) return null;
        const messages = Object.entries(JSON.parse(code) as Messages);
        return {
          code: JSON.stringify(Object.fromEntries(messages.map(([key, text]) => [key, compileMessage(text)]))),
          map: null,
        };
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
