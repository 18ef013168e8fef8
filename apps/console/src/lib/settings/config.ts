import type { TokenStorage } from '@backcounter/auth';

const REALTIME_KINDS = ['embedded', 'redis', 'firebase'] as const;

/** Realtime backend of the server; the first two have the same protocol. */
export type RealtimeKind = (typeof REALTIME_KINDS)[number];

/** The Firebase project of the mobile app, as browsers may know it. */
export interface FirebaseConfig {
  readonly apiKey: string;
  readonly projectId: string;
  readonly databaseUrl: string;
  /** Null without pictures. */
  readonly storageBucket: string | null;
}

/** Settings that the server writes into the page. */
export interface ConsoleConfig {
  /** Storage of the signed-in user. */
  readonly authStorage: TokenStorage;
  /** URL that the ID token is posted to; null: none. */
  readonly idTokenSyncUrl: string | null;
  readonly issuer: string;
  readonly clientId: string;
  readonly publicUrl: string;
  readonly i18nBaseUrl: string;
  readonly i18nClientId: string;
  /** Whether keys missing in the current language are reported to the translation service. */
  readonly reportsMissingTexts: boolean;
  /** Whether the translation client and the release notes write nothing to the browser's console. */
  readonly suppressLogs: boolean;
  /** URL of the files of texts. */
  readonly cdnUrl: string;
  /** Requested scopes, separated by spaces. */
  readonly scope: string;
  readonly realtime: RealtimeKind;
  /** Time zones that records can't have on this server; a page without settings knows none. */
  readonly refusedTimezones: readonly string[] | undefined;
  /** Null with another realtime backend. */
  readonly firebase: FirebaseConfig | null;
  /** Path of the roles list in the profile. */
  readonly rolesPath: string;
  /** Whether a sign-out at the provider can be detected: it is on this site and has a check_session_iframe. */
  readonly monitorsSession: boolean;
  /**
   * Values of `acr` that another provider is asked for when people confirm a second factor there; null: they don't.
   */
  readonly secondFactorAcr: string | null;
  /** Whether the server stores a person's chosen language, since it cannot write to the provider's profile. */
  readonly keepsLanguage: boolean;
  /** The provider's page for a person's own password and sessions; null if unknown. */
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

/** Reads the settings from the page's `#backcounter-config`; missing ones fall back to this origin. */
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
    secondFactorAcr: typeof settings['secondFactorAcr'] === 'string' ? settings['secondFactorAcr'] : null,
    firebase: settings['realtime'] === 'firebase' ? firebaseOf(settings) : null,
    realtime: REALTIME_KINDS.find((kind) => kind === settings['realtime']) ?? 'embedded',
    authStorage: authStorageOf(settings),
    refusedTimezones: settings['refusedTimezones'] as readonly string[] | undefined,
    idTokenSyncUrl: text(settings['idTokenSyncUrl'], '') || null,
    rolesPath: text(settings['rolesPath'], 'resource_access.global_roles'),
  };
}

/** The zone in which the server answers a person who reads in this one: UTC if the server refuses it. */
export function serverZone(zone: string): string {
  return readConfig(document, window.location.origin).refusedTimezones?.includes(zone) ? 'UTC' : zone;
}
