import type { TokenStorage } from '@backcounter/auth';

const REALTIME_KINDS = ['embedded', 'redis', 'firebase'] as const;

/** Which realtime backend the server works with; the first two have the same protocol. */
export type RealtimeKind = (typeof REALTIME_KINDS)[number];

/** The Firebase project of the mobile app, as it is shown to browsers. */
export interface FirebaseConfig {
  readonly apiKey: string;
  readonly projectId: string;
  readonly databaseUrl: string;
  /** Null where there are no pictures. */
  readonly storageBucket: string | null;
}

/** Settings that the server writes into the page. */
export interface ConsoleConfig {
  /** Where the signed-in user is kept. */
  readonly authStorage: TokenStorage;
  /** Where the ID token is posted to; null: nowhere. */
  readonly idTokenSyncUrl: string | null;
  readonly issuer: string;
  readonly clientId: string;
  readonly publicUrl: string;
  readonly i18nBaseUrl: string;
  readonly i18nClientId: string;
  /** Whether keys that the language in use lacks are reported to the translation service. */
  readonly reportsMissingTexts: boolean;
  /** Whether the translation client and the release notes keep off the browser's console. */
  readonly suppressLogs: boolean;
  /** Where the files of texts are. */
  readonly cdnUrl: string;
  /** What the console asks the provider for; scopes parted by spaces. */
  readonly scope: string;
  readonly realtime: RealtimeKind;
  /** Null with another realtime backend. */
  readonly firebase: FirebaseConfig | null;
  /** Path of the roles list in the profile. */
  readonly rolesPath: string;
  /** Whether a sign-out at the provider can be seen: it is on this site and has a page for it. */
  readonly monitorsSession: boolean;
  /** Whether the server keeps the language that a person chooses, as it cannot write to the provider's profile. */
  readonly keepsLanguage: boolean;
  /** The provider's page for a person's own password and sessions; null when it has none that we know. */
  readonly ownPageUrl: string | null;
}

const text = (value: unknown, fallback: string) => (typeof value === 'string' && value !== '' ? value : fallback);

function firebaseOf(settings: Readonly<Record<string, unknown>>): FirebaseConfig | null {
  const apiKey = text(settings['firebaseApiKey'], '');
  const projectId = text(settings['firebaseProjectId'], '');
  const databaseUrl = text(settings['firebaseDatabaseUrl'], '');
  if (apiKey === '' || projectId === '' || databaseUrl === '') return null;
  return { apiKey, projectId, databaseUrl, storageBucket: text(settings['firebaseStorageBucket'], '') || null };
}

function authStorageOf(settings: Readonly<Record<string, unknown>>): TokenStorage {
  const secret = text(settings['authStorageSecret'], '');
  if (settings['authStorage'] === 'encrypted' && secret !== '') return { kind: 'encrypted', secret };
  return settings['authStorage'] === 'tab' ? 'tab' : 'local';
}

/** Reads the settings from the page's `#backcounter-config`; a lacking one falls back to this origin. */
export function readConfig(document: Document, origin: string): ConsoleConfig {
  const raw = document.getElementById('backcounter-config')?.textContent;
  const settings = (raw ? JSON.parse(raw) : {}) as Record<string, unknown>;
  return {
    issuer: text(settings['issuer'], `${origin}/identity`),
    clientId: text(settings['clientId'], 'backcounter'),
    publicUrl: text(settings['publicUrl'], origin),
    i18nBaseUrl: text(settings['i18nBaseUrl'], origin),
    i18nClientId: text(settings['i18nClientId'], 'backcounter'),
    reportsMissingTexts: settings['reportsMissingTexts'] !== false,
    suppressLogs: settings['suppressLogs'] === true,
    cdnUrl: text(settings['cdnUrl'], `${origin}/cdn`),
    ownPageUrl: typeof settings['ownPageUrl'] === 'string' ? settings['ownPageUrl'] : null,
    scope: text(settings['scope'], 'openid'),
    monitorsSession: settings['monitorsSession'] === true,
    keepsLanguage: settings['keepsLanguage'] === true,
    firebase: settings['realtime'] === 'firebase' ? firebaseOf(settings) : null,
    realtime: REALTIME_KINDS.find((kind) => kind === settings['realtime']) ?? 'embedded',
    authStorage: authStorageOf(settings),
    idTokenSyncUrl: text(settings['idTokenSyncUrl'], '') || null,
    rolesPath: text(settings['rolesPath'], 'resource_access.global_roles'),
  };
}
