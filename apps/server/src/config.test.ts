import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const DEMO_PASSWORD = 'quiet harbour lamps';
const SYNC_PROBLEM = 'ID_TOKEN_SYNC_URL must be a path such as /session, or an address of http://localhost:3000.';

describe('settings', () => {
  it('all have defaults', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      roles: ['api', 'worker', 'realtime', 'console'],
      isDemo: true,
      seedAccounts: 5000,
      oidcClientId: 'backcounter',
      oidcRolesPath: 'resource_access.global_roles',
      i18nBaseUrl: 'http://localhost:3000',
      reportsMissingTexts: true,
      suppressLogs: false,
      isTrustedDocumentsOnly: false,
    });
    expect(config.dataDir.endsWith('/.data')).toBe(true);
  });

  it.each([
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: 'localhost' }, true],
    [{ NODE_ENV: 'production' }, false],
    [{ PUBLIC_URL: 'http://127.0.0.1:4000' }, true],
    [{ PUBLIC_URL: 'http://[::1]:4000' }, true],
    [{ PUBLIC_URL: 'https://office.example' }, false],
    [{ TRUST_PROXY: '1' }, false],
    [{ HOST: '0.0.0.0', DEMO: 'true', DEMO_PASSWORD }, true],
    [{ DEMO: 'false' }, false],
  ])('%o: demo %s [security 34]', (env, isDemo) => {
    expect(loadConfig(env).isDemo).toBe(isDemo);
  });

  it.each([
    ['no-reply@office.example', { address: 'no-reply@office.example', name: '' }],
    ['Backcounter <no-reply@office.example>', { address: 'no-reply@office.example', name: 'Backcounter' }],
    ['"Office, Berlin" <no-reply@office.example>', { address: 'no-reply@office.example', name: 'Office, Berlin' }],
  ])('MAIL_FROM may be %s', (MAIL_FROM, from) => {
    const SMTP_URL = 'smtps://user:p%40ss@mail.office.example';
    expect(loadConfig({ SMTP_URL, MAIL_FROM }).smtp).toEqual({ url: SMTP_URL, from });
  });

  it.each([
    [{ SMTP_URL: 'https://mail.example' }, 'SMTP_URL must be a URL that starts with smtp:// or smtps://, not "…".'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM must be set, because SMTP_URL is.'],
    [{ MAIL_FROM: 'a@office.example' }, 'SMTP_URL must be set, because MAIL_FROM is.'],
  ])('of mail are refused: %o', (env: Record<string, string>, message) => {
    expect(() => loadConfig(env)).toThrow(message);
  });

  it.each(['Office', 'a@b.example, c@d.example', 'Office\r\nBcc: x@y.example <a@b.example>', '<a@b.example\n>'])(
    'MAIL_FROM must be one address, not %j',
    (MAIL_FROM) => {
      const message = `MAIL_FROM must be an address, such as Backcounter <no-reply@office.example>, not "${MAIL_FROM}".`;
      expect(() => loadConfig({ MAIL_FROM })).toThrow(message);
    },
  );

  it('warn only of a demo that other machines can reach', () => {
    expect(loadConfig({ HOST: '0.0.0.0', DEMO: 'true', DEMO_PASSWORD }).warnings).toEqual([
      'DEMO is on where others may reach this server: anyone who knows DEMO_PASSWORD can sign in as an administrator.',
    ]);
    for (const env of [{}, { HOST: '0.0.0.0' }, { HOST: '::1', DEMO: 'true' }]) {
      expect(loadConfig(env).warnings).toEqual([]);
    }
  });

  it.each([
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://office.example' },
    { TRUST_PROXY: 'loopback' },
    { NODE_ENV: 'production' },
  ])('a demo has no published password where %o [security 35]', (env) => {
    expect(() => loadConfig({ ...env, DEMO: 'true' })).toThrow(
      'DEMO_PASSWORD must be set, because DEMO is on and others may reach this server.',
    );
    expect(loadConfig({ ...env, DEMO: 'true', DEMO_PASSWORD })).toMatchObject({
      isDemo: true,
      demoPassword: DEMO_PASSWORD,
    });
  });

  it('count as not set when empty', () => {
    expect(loadConfig({ DATABASE_URL: '', PORT: '' })).toMatchObject({ databaseUrl: null, port: 3000 });
  });

  it('accept only known documents in production', () => {
    expect(loadConfig({ NODE_ENV: 'production' }).isTrustedDocumentsOnly).toBe(true);
    expect(loadConfig({ NODE_ENV: 'production', TRUSTED_DOCUMENTS_ONLY: 'false' }).isTrustedDocumentsOnly).toBe(false);
  });

  it('can turn off reports of missing texts and logs in the browser', () => {
    expect(loadConfig({ I18N_REPORT_MISSING: 'false', SUPPRESS_LOGS: 'true' })).toMatchObject({
      reportsMissingTexts: false,
      suppressLogs: true,
    });
  });

  it('drop the trailing slash of a URL', () => {
    expect(loadConfig({ PUBLIC_URL: 'https://office.example/' }).publicUrl).toBe('https://office.example');
  });

  it('include the limits of disclosures', () => {
    const defaults = { contactsPerHour: 30, contactsPerDay: 150, codesPerDay: 500, exportRowsPerDay: 200_000 };
    expect(loadConfig({}).disclosureBudgets).toEqual(defaults);
    const env = {
      REVEALS_PER_HOUR: '5',
      REVEALS_PER_DAY: '6',
      REVEALED_CODES_PER_DAY: '7',
      EXPORTED_ROWS_PER_DAY: '8',
    };
    const given = { contactsPerHour: 5, contactsPerDay: 6, codesPerDay: 7, exportRowsPerDay: 8 };
    expect(loadConfig(env).disclosureBudgets).toEqual(given);
  });

  it('watch the session of the embedded provider, and of another only if they say so', () => {
    const OIDC_ISSUER = 'https://id.office.example';
    const given = [
      {},
      { OIDC_ISSUER },
      { OIDC_ISSUER, OIDC_MONITOR_SESSION: 'true' },
      { OIDC_MONITOR_SESSION: 'false' },
    ];
    expect(given.map((env) => loadConfig(env).monitorsSession)).toEqual([true, false, true, false]);
  });

  it('default to local browser storage without ID-token sync and second factors [security 33]', () => {
    const names = ['authStorage', 'authStorageSecret', 'idTokenSyncUrl', 'secondFactorRoles'] as const;
    const read = (env: Record<string, string>) => names.map((name) => loadConfig(env)[name]);
    expect(read({})).toEqual(['local', null, null, []]);
    const given = {
      AUTH_STORAGE: 'encrypted',
      AUTH_STORAGE_SECRET: 's',
      ID_TOKEN_SYNC_URL: '/session',
      SECOND_FACTOR_ROLES: 'ADMIN, MARKETING',
      PUBLIC_URL: 'https://office.example',
    };
    expect(read(given)).toEqual(['encrypted', 's', 'https://office.example/session', ['ADMIN', 'MARKETING']]);
  });

  it('OIDC_SECOND_FACTOR names values of amr and acr', () => {
    const given = {
      OIDC_ISSUER: 'https://id.example',
      OIDC_SECOND_FACTOR: 'amr=mfa, acr=https://refeds.org/profile/mfa',
    };
    expect(loadConfig(given).oidcSecondFactor).toEqual({ amr: ['mfa'], acr: ['https://refeds.org/profile/mfa'] });
    expect(loadConfig({}).oidcSecondFactor).toBeNull();
  });

  it.each([
    [undefined, null],
    ['', null],
    ['2', 2],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
    ['loopback', ['loopback']],
  ])('TRUST_PROXY=%s', (given, trustProxy) => {
    expect(loadConfig({ TRUST_PROXY: given }).trustProxy).toEqual(trustProxy);
  });

  it('PUSH_SANDBOX changes the named values, with times in milliseconds', () => {
    expect(loadConfig({ DEMO: 'false' }).pushSandbox).toEqual({});
    expect(loadConfig({ PUSH_SANDBOX: 'too-big=0.5, retry-after=2,latency=7' }).pushSandbox).toMatchObject({
      tooBig: 0.5,
      retryAfterMs: 2_000,
      latencyMs: 7,
      received: 0.9,
    });
  });

  it.each(['unregistered', 'unregistered=2', 'unregistered=-1', 'gone=0.1', 'latency=1e3', '__proto__=1'])(
    'PUSH_SANDBOX=%s is refused',
    (given) => {
      expect(() => loadConfig({ PUSH_SANDBOX: given })).toThrow('PUSH_SANDBOX must be names and numbers');
    },
  );

  it('PUSH=fcm needs a service account, and excludes the sandbox', () => {
    const env = { PUSH: 'fcm', FIREBASE_PROJECT_ID: 'shop' };
    expect(() => loadConfig(env)).toThrow('FIREBASE_SERVICE_ACCOUNT must be set, because PUSH is fcm.');
    expect(() => loadConfig({ ...env, FIREBASE_SERVICE_ACCOUNT: '{}', PUSH_SANDBOX: 'latency=1' })).toThrow(
      'PUSH_SANDBOX must not be set, because PUSH is fcm.',
    );
  });

  it.each(['true', '0', '12', '10.0.0.0/33', '10.0.0.0/0', 'proxy.example', '1,10.0.0.1'])(
    'TRUST_PROXY=%s is refused',
    (given) => {
      expect(() => loadConfig({ TRUST_PROXY: given })).toThrow('TRUST_PROXY must be a number of proxies from 1 to 9');
    },
  );

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 1 to 65535, not "abc".'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 1 to 65535, not "70000".'],
    [{ PORT: '80.5' }, 'PORT must be a whole number from 1 to 65535, not "80.5".'],
    [{ PUBLIC_URL: 'office.example' }, 'PUBLIC_URL must be a URL that starts with http:// or https://, not "…".'],
    [
      { PUBLIC_URL: 'https://x.example/office' },
      'PUBLIC_URL must be a URL without a path, such as https://office.example, not "…".',
    ],
    [{ DEMO: 'yes' }, 'DEMO must be true or false, not "yes".'],
    [{ I18N_REPORT_MISSING: 'no' }, 'I18N_REPORT_MISSING must be true or false, not "no".'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be at least 16 characters, not "…".'],
    [{ SUPPRESS_LOGS: '1' }, 'SUPPRESS_LOGS must be true or false, not "1".'],
    [{ AUTH_STORAGE: 'cookie' }, 'AUTH_STORAGE must be one of local, tab, encrypted, not "cookie".'],
    [{ AUTH_STORAGE: 'encrypted' }, 'AUTH_STORAGE_SECRET must be set, because AUTH_STORAGE is encrypted.'],
    [{ ID_TOKEN_SYNC_URL: 'https://else.example/session' }, SYNC_PROBLEM],
    [{ ID_TOKEN_SYNC_URL: '//else.example/session' }, SYNC_PROBLEM],
    [{ ID_TOKEN_SYNC_URL: 'http://[' }, SYNC_PROBLEM],
    [{ REVEALS_PER_HOUR: '0' }, 'REVEALS_PER_HOUR must be a whole number from 1 to 100000, not "0".'],
    [
      { SECOND_FACTOR_ROLES: 'ADMIN,CHEF' },
      'SECOND_FACTOR_ROLES must be one of ADMIN, MARKETING, CAMPAIGN-VIEWER, CAMPAIGN-MANAGER, CAMPAIGN-STREAMER, not "ADMIN,CHEF".',
    ],
    [
      { SECOND_FACTOR_ROLES: 'ADMIN', OIDC_ISSUER: 'https://id.example' },
      'SECOND_FACTOR_ROLES must not be set, because OIDC_ISSUER is.',
    ],
    [{ OIDC_SECOND_FACTOR: 'amr=mfa' }, 'OIDC_ISSUER must be set, because OIDC_SECOND_FACTOR is.'],
    [
      { OIDC_SECOND_FACTOR: 'mfa' },
      'OIDC_SECOND_FACTOR must be values of amr and acr, such as amr=mfa,acr=gold, not "mfa".',
    ],
    [{ ROLES: ',' }, 'ROLES must be at least one role, not ",".'],
    [{ ROLES: 'api,cook' }, 'ROLES must be one of api, worker, realtime, console, not "api,cook".'],
    [{ DATABASE_URL: 'mysql://u:secret@h/d' }, 'DATABASE_URL must be a URL that starts with postgres://, not "…".'],
    [{ SEED_ACCOUNTS: '-1' }, 'SEED_ACCOUNTS must be a whole number from 0 to 10000000, not "-1".'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".'],
    [{ REALTIME: 'redis' }, 'REDIS_URL must be set, because REALTIME is redis.'],
    [{ DATABASE_OWNER_URL: 'postgres://h/d' }, 'DATABASE_URL must be set, because DATABASE_OWNER_URL is.'],
  ])('%o is refused in one sentence', (env, sentence) => {
    expect(() => loadConfig(env)).toThrow(sentence);
  });
});
