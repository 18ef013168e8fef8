import { isShipped } from './source-files.mjs';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */
/** @typedef {readonly [file: string, opening: string]} Block lines from the one with the opening words to the end of its braces */

/**
 * Settings of the SDKs: where they are declared, the blocks of the console that pass them, and those for other hosts
 * only, with the reason.
 * @type {{ file: string, name: string, hosts: Block[], sdkOnly: Record<string, string> }[]}
 */
const SETTINGS = [
  {
    file: 'packages/auth/src/auth.settings.ts',
    name: 'AuthSettings',
    hosts: [
      ['apps/console/src/app/session/auth.ts', 'new AuthSDK({'],
      ['apps/console/src/app/console.tsx', 'createAuth(config, {'],
    ],
    sdkOnly: {
      apiOrigins: 'the API has the origin of the console',
      onErrors: 'the request client shows errors itself, where they belong',
      onSignedOutElsewhere: 'the console follows the snapshot, which says so too',
      log: 'the console runs in its own window',
    },
  },
  {
    file: 'packages/auth/src/auth.settings.ts',
    name: 'IdTokenSyncSettings',
    hosts: [['apps/console/src/app/session/auth.ts', 'idTokenSync: {']],
    sdkOnly: { maxAgeS: 'the default of the specification' },
  },
  {
    file: 'packages/i18n/src/i18n.ts',
    name: 'I18nOptions',
    hosts: [['apps/console/src/lib/settings/i18n.ts', 'createI18n({']],
    sdkOnly: {},
  },
  {
    file: 'packages/i18n/src/translation-client.ts',
    name: 'TranslationSettings',
    hosts: [['apps/console/src/lib/settings/i18n.ts', 'createTranslationClient({']],
    sdkOnly: {},
  },
  {
    file: 'packages/presence/src/firebase/index.ts',
    name: 'FirebasePresenceSettings',
    hosts: [['apps/console/src/lib/settings/config.ts', 'interface FirebaseConfig {']],
    sdkOnly: {
      countPath: 'needs a function in the Firebase project; without one up to 20,000 people online are counted',
      storeCountsPath: 'as countPath',
      name: 'the console has one client',
      emulators: 'for tests',
    },
  },
  {
    file: 'packages/presence/src/embedded/index.ts',
    name: 'EmbeddedPresenceSettings',
    hosts: [],
    sdkOnly: { url: 'the server answers at the default' },
  },
  {
    file: 'packages/release-notes/src/install-options.ts',
    name: 'ReleaseNotesOptions',
    hosts: [
      ['apps/console/src/app/release-notes/release-notes-popup.ts', 'return install({'],
      ['apps/console/src/app/layout/dialogs/whats-new.tsx', '(): PopupLook => ({'],
    ],
    sdkOnly: {
      isMobile: 'the width of the window decides',
      title: "the specification's title, translated",
      container: 'the body fits',
    },
  },
];

/** Settings of the page: written by the server, read by the console. */
const PAGE = {
  declaration: /** @type {Block} */ (['apps/console/src/lib/settings/config.ts', 'interface ConsoleConfig {']),
  server: /** @type {Block} */ (['apps/server/src/app.ts', 'settings: () => ({']),
  /** Assembled by the console from several of the page's settings. */
  assembled: ['firebase'],
};

const CLAIMS = {
  declaration: /** @type {Block} */ (['packages/auth/src/signed-in-user.ts', 'interface UserProfile {']),
  issuer: /** @type {Block} */ (['apps/server/src/embedded/identity/provider.ts', 'claims: async () => ({']),
  /** Read by a path of the settings. */
  byPath: ['resource_access'],
  /** Optional for a person. */
  columns: ['preferred_language_key', 'admin_url'],
};

/** Members and event names by which the SDKs notify their hosts. */
const EVENTS = {
  /** @type {Block[]} */
  declarations: [
    ['packages/auth/src/auth-sdk.ts', 'class AuthSDK {'],
    ['packages/i18n/src/i18n.ts', 'interface I18n {'],
    ['packages/presence/src/presence.port.ts', 'interface Presence {'],
  ],
  popup: /** @type {Block} */ (['packages/release-notes/src/install-options.ts', 'interface ReleaseNotesEventMap {']),
  /** The console, and a package's React bindings. @param {string} room */
  listeners: (room) => ['apps/console/src/', `${room}react.ts`, `${room}presence-views.ts`],
  /** @type {Record<string, string>} */
  sdkOnly: {
    'release-notes-open': 'for pages that install the popup by its script, as the other three',
    'release-notes-close': 'as release-notes-open',
    'release-notes-read': 'as release-notes-open',
    'release-notes-error': 'as release-notes-open',
  },
};

/**
 * Every setting, claim and event of the SDKs has a producer and a consumer in the product, or a reason why only other
 * hosts need it.
 * @param {SourceFile[]} files
 */
export function reachability(files) {
  const judge = new Judge(files);
  for (const { file, name, hosts, sdkOnly } of SETTINGS) {
    const declared = judge.members([file, `interface ${name} {`]);
    const passed = new Set(hosts.flatMap((block) => judge.members(block)));
    for (const member of declared) {
      judge.reach(`${name}.${member}`, passed.has(member), 'is passed by no host', sdkOnly[member]);
      judge.reach(`${name}.${member}`, judge.isUsed(roomOf(file), member), 'is read by nothing in its package');
    }
    judge.reasons(name, sdkOnly, declared);
  }

  const written = judge.members(PAGE.server);
  for (const member of judge.members(PAGE.declaration)) {
    const isWritten = written.includes(member) || PAGE.assembled.includes(member);
    judge.reach(`ConsoleConfig.${member}`, isWritten, 'is not written by the server');
    const use = new RegExp(`config\\.${member}\\b|\\{[^{}]*\\b${member}\\b[^{}]*\\}(?:: ConsoleConfig| = readConfig)`);
    const isUsed = judge.has('apps/console/src/', use);
    judge.reach(`ConsoleConfig.${member}`, isUsed, 'is used by nothing in the console');
  }

  const claims = judge.members(CLAIMS.declaration);
  const issued = judge.members(CLAIMS.issuer);
  for (const claim of new Set([...claims, ...issued])) {
    const isRead = judge.has('apps/console/src/', new RegExp(`profile\\.${claim}\\b`)) || CLAIMS.byPath.includes(claim);
    judge.reach(`claim ${claim}`, isRead, 'is read by nothing');
    judge.reach(`claim ${claim}`, issued.includes(claim), 'is not issued by the embedded provider');
  }
  for (const claim of CLAIMS.columns) {
    const isWritten = judge.has('apps/server/src/', new RegExp(`\\.set\\(\\{[^}]*\\b${claim}: `));
    judge.reach(`claim ${claim}`, isWritten, 'has a column that nothing writes');
  }

  const heard = EVENTS.declarations.flatMap((block) => {
    const events = judge.members(block).filter((name) => /^(on[A-Z]|subscribe$)/.test(name));
    for (const event of events) {
      const isHeard = EVENTS.listeners(roomOf(block[0])).some((room) => judge.has(room, new RegExp(`\\.${event}\\b`)));
      judge.reach(`event ${event}`, isHeard, 'is heard by nothing', EVENTS.sdkOnly[event]);
    }
    return events;
  });
  const named = judge.members(EVENTS.popup);
  for (const event of named) {
    const quoted = new RegExp(`'${event}'`);
    judge.reach(
      `event ${event}`,
      judge.has(roomOf(EVENTS.popup[0]), quoted, EVENTS.popup[0]),
      'is dispatched by nothing',
    );
    judge.reach(`event ${event}`, judge.has('apps/console/src/', quoted), 'is heard by nothing', EVENTS.sdkOnly[event]);
  }
  judge.reasons('events', EVENTS.sdkOnly, [...heard, ...named]);
  return { problems: judge.problems, note: `${judge.count} ends of settings, claims and events` };
}

/** Folder of a package. @param {string} file */
const roomOf = (file) => file.replace(/\/src\/.*/, '/src/');

/** Searches shipped code, relying on its formatting. */
class Judge {
  /** @type {string[]} */
  problems = [];
  count = 0;
  #shipped;

  /** @param {SourceFile[]} files */
  constructor(files) {
    this.#shipped = files
      .filter(isShipped)
      .map(({ path, text }) => ({ path, text: text.replaceAll(/\/\*\*[\s\S]*?\*\/|^ *\/\/.*$/gm, '') }));
  }

  /** @param {string} what @param {boolean} isReached @param {string} lack @param {string} [reason] */
  reach(what, isReached, lack, reason) {
    this.count += 1;
    if (!isReached && !reason) this.problems.push(`${what} ${lack}`);
    if (isReached && reason) this.problems.push(`${what} needs no reason, as it is reached: ${reason}`);
  }

  /** @param {string} where @param {Record<string, string>} reasons @param {string[]} names */
  reasons(where, reasons, names) {
    for (const name of Object.keys(reasons))
      if (!names.includes(name)) this.problems.push(`${where}: ${name} has a reason and is not there`);
  }

  /** @param {string} room @param {RegExp} words @param {string} [except] */
  has(room, words, except) {
    return this.#shipped.some(({ path, text }) => path.startsWith(room) && path !== except && words.test(text));
  }

  /** As a property or destructured. @param {string} room @param {string} name */
  isUsed(room, name) {
    return this.has(room, new RegExp(`[.{,]\\s*${name}\\b`));
  }

  /** Names of a block's members; of a spread, those of the object literals on its line. @param {Block} block */
  members([file, opening]) {
    const lines = this.#shipped.find(({ path }) => path === file)?.text.split('\n') ?? [];
    const first = lines.findIndex((line) => line.includes(opening));
    const [, inLine = ''] = (lines[first] ?? '').split(opening);
    const indent = /^ */.exec(lines[first] ?? '')?.[0] ?? '';
    const end = lines.findIndex((line, at) => at > first && line.startsWith(`${indent}}`));
    const member = new RegExp(`^${indent}  (?:readonly |async )*['"]?([a-z][\\w-]*)['"]?\\??(?:[:(<]| =|,$)`, 'i');
    const names = [...inLine.matchAll(/(\w+):/g)].map(([, name]) => `${name}`);
    for (const line of inLine.includes('}') ? [] : lines.slice(first + 1, end)) {
      if (line.startsWith(`${indent}  ...`))
        names.push(...[...line.matchAll(/\{ (\w+)(?=[:, ])/g)].map(([, name]) => `${name}`));
      else names.push(...(member.exec(line)?.slice(1) ?? []));
    }
    if (first < 0 || names.length === 0) this.problems.push(`${file} has no block "${opening}" with members`);
    return names;
  }
}
