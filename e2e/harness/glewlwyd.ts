import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { freePort } from './free-port.ts';
import { ended } from './product.ts';

const SHARE = '/usr/share/glewlwyd';
const SCHEMA = '/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz';
const START_TIMEOUT_MS = 60_000;
/** The administrator of the schema. */
const ADMIN = { username: 'admin', password: 'password' };

export interface GlewlwydPerson {
  readonly username: string;
  readonly roles: readonly string[];
}

/** The password of all people. */
const GLEWLWYD_PASSWORD = 'glewlwyd-demo';

/** True where Debian's package is installed. */
export const hasGlewlwyd = (): boolean =>
  spawnSync('glewlwyd', ['--version']).error === undefined && existsSync(SCHEMA) && existsSync(SHARE);

interface GlewlwydOptions {
  readonly clientId: string;
  /** The console, without a slash at the end. */
  readonly clientUrl: string;
  readonly people: readonly GlewlwydPerson[];
}

/**
 * A third-party OpenID provider: Debian's glewlwyd on its own database file. Rights are scopes there: a person has the
 * role whose scope the provider grants.
 */
export class Glewlwyd {
  readonly url: string;
  readonly issuer: string;
  readonly #folder: string;
  readonly #port: number;
  #child: ChildProcess | null = null;
  #output = '';
  #cookie = '';

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.url = `http://localhost:${port}`;
    this.issuer = `${this.url}/api/oidc`;
  }

  static async start(options: GlewlwydOptions): Promise<Glewlwyd> {
    const provider = new Glewlwyd(mkdtempSync(join(tmpdir(), 'backcounter-glewlwyd-')), await freePort());
    try {
      provider.#writeFiles();
      await provider.#spawn();
      await provider.#configure(options);
      return provider;
    } catch (error) {
      await provider.stop();
      throw new Error(`glewlwyd did not start:\n${provider.#output}`, { cause: error });
    }
  }

  /**
   * Signs in on the provider's own pages, to which the console redirected; the person grants the scopes the first time.
   */
  async signIn(page: Page, username: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Login' }).fill(username);
    await page.locator('#password').fill(GLEWLWYD_PASSWORD);
    await page.keyboard.press('Enter');
    const grant = page.getByRole('button', { name: 'Grant access' });
    const goOn = page.getByRole('button', { name: 'Continue' });
    await grant.or(goOn).first().waitFor();
    if (await grant.isVisible()) {
      for (const box of await page.getByRole('checkbox').all()) await box.check();
      await grant.click();
    }
    await goOn.click();
  }

  /** Confirms the signed-in person, which the provider asks for each time. */
  async goOn(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  /** Confirms on the provider's page that the session shall end. */
  async confirmSignOut(page: Page): Promise<void> {
    // The page starts with another button of that name, which ends no session of an application.
    await page.getByRole('heading', { name: 'End session' }).waitFor();
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.getByText('You are disconnected').waitFor();
  }

  async stop(): Promise<void> {
    this.#child?.kill('SIGTERM');
    if (this.#child) await ended(this.#child);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #writeFiles(): void {
    const database = join(this.#folder, 'glewlwyd.db');
    const file = new DatabaseSync(database);
    file.exec(gunzipSync(readFileSync(SCHEMA)).toString('utf8'));
    file.close();
    const pages = join(this.#folder, 'webapp');
    copyPages(join(SHARE, 'webapp'), pages);
    const config = JSON.parse(readFileSync(join(SHARE, 'templates', 'config.json'), 'utf8')) as object;
    writeFileSync(join(pages, 'config.json'), JSON.stringify({ ...config, GlewlwydUrl: `${this.url}/` }));
    const types = { html: 'text/html', js: 'application/javascript', css: 'text/css', json: 'application/json' };
    writeFileSync(
      join(this.#folder, 'glewlwyd.conf'),
      `port=${this.#port}
bind_address="127.0.0.1"
external_url="${this.url}"
login_url="login.html"
api_prefix="api"
static_files_path="${pages}/"
allow_origin="*"
log_mode="console"
log_level="WARNING"
cookie_domain="localhost"
cookie_secure=0
cookie_same_site="lax"
add_x_frame_option_header_deny=false
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="/usr/lib/glewlwyd/user"
user_middleware_module_path="/usr/lib/glewlwyd/user_middleware"
client_module_path="/usr/lib/glewlwyd/client"
user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
plugin_module_path="/usr/lib/glewlwyd/plugin"
hash_algorithm="SHA512"
database = { type = "sqlite3"  path = "${database}" };
static_files_mime_types = (${Object.entries(types)
        .map(([extension, type]) => `{ extension = ".${extension}" mime_type = "${type}" compress = 0 }`)
        .join(',')})
`,
    );
  }

  async #spawn(): Promise<void> {
    const child = spawn('glewlwyd', ['--config-file', join(this.#folder, 'glewlwyd.conf')], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
      });
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await this.#answers())) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('it ended');
      if (Date.now() > deadline) throw new Error('it did not answer in time');
      await sleep(50);
    }
  }

  async #answers(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/config/`)).ok;
    } catch {
      return false;
    }
  }

  async #configure({ clientId, clientUrl, people }: GlewlwydOptions): Promise<void> {
    const answer = await this.#send('POST', '/auth/', ADMIN);
    this.#cookie = answer.headers.getSetCookie().join('; ').split(';')[0] ?? '';
    const roles = [...new Set(people.flatMap((person) => person.roles))];
    for (const name of roles)
      await this.#send('POST', '/scope/', {
        name,
        display_name: name,
        description: name,
        password_required: true,
        password_max_age: 0,
        scheme: {},
        scheme_required: {},
      });
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await this.#send('POST', '/mod/plugin/', {
      module: 'oidc',
      name: 'oidc',
      display_name: 'OpenID',
      order_rank: 0,
      parameters: {
        iss: this.issuer,
        'jwt-type': 'rsa',
        'jwt-key-size': '256',
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        cert: publicKey.export({ type: 'spki', format: 'pem' }),
        'access-token-duration': 300,
        'refresh-token-duration': 28_800,
        'code-duration': 60,
        'refresh-token-rolling': true,
        'refresh-token-one-use': 'always',
        'allow-non-oidc': false,
        'auth-type-code-enabled': true,
        'auth-type-token-enabled': false,
        'auth-type-implicit-enabled': false,
        'auth-type-password-enabled': false,
        'auth-type-client-enabled': false,
        'auth-type-device-enabled': false,
        'auth-type-refresh-enabled': true,
        'subject-type': 'public',
        'jwks-show': true,
        'pkce-allowed': true,
        'pkce-method-plain-allowed': false,
        'name-claim': 'mandatory',
        'email-claim': 'mandatory',
        'scope-claim': 'mandatory',
        'additional-parameters': [{ 'user-parameter': 'name', 'token-parameter': 'name' }],
        'introspection-revocation-allowed': true,
        'introspection-revocation-allow-target-client': true,
        'session-management-allowed': true,
        'session-cookie-name': 'GLEWLWYD2_OIDC_SID',
        'session-cookie-expiration': 2_419_200,
        'front-channel-logout-allowed': true,
        'back-channel-logout-allowed': true,
        'oauth-as-iss-id': true,
      },
    });
    await this.#send('POST', '/client/', {
      client_id: clientId,
      name: 'Backcounter',
      enabled: true,
      confidential: false,
      scope: [],
      authorization_type: ['code', 'refresh_token'],
      redirect_uri: ['/login', '/silent', '/popup'].map((path) => clientUrl + path),
      post_logout_redirect_uri: `${clientUrl}/logout`,
      backchannel_logout_uri: `${clientUrl}/backchannel-logout`,
      backchannel_logout_session_required: 'true',
      token_endpoint_auth_method: ['none'],
    });
    for (const { username, roles: scopes } of people) {
      await this.#send('POST', '/user/', {
        username,
        password: GLEWLWYD_PASSWORD,
        name: username,
        email: `${username}@glewlwyd.test`,
        enabled: true,
        scope: ['g_profile', 'openid', ...scopes],
      });
    }
  }

  async #send(method: string, path: string, body: unknown): Promise<Response> {
    const answer = await fetch(`${this.url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie: this.#cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
}

/** Copies content: Debian links to libraries elsewhere, and the server does not follow links. */
function copyPages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    const source = join(from, name);
    if (name === 'config.json') continue;
    if (statSync(source).isDirectory()) copyPages(source, join(to, name));
    else copyFileSync(source, join(to, name));
  }
}
