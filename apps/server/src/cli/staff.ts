/** `npm run staff -- …`: manages the people of the embedded identity provider, for operators. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { link, ROLES, type Role } from '@backcounter/domain';
import type { Kysely } from 'kysely';
import { loadConfig } from '../config.ts';
import { createDatabase, type Database } from '../db/client.ts';
import { invitationUrl } from '../embedded/identity/invitation.ts';
import { generatePassword } from '../embedded/identity/password.ts';
import { hasSecondFactor, listPeople } from '../embedded/identity/person.ts';
import { StaffAdministration, StaffError } from '../embedded/identity/staff-administration.ts';
import { asCommand, connectForCommand } from './connect.ts';

const USAGE = `Usage: npm run staff -- COMMAND

  add --email E --name N [--role R …] [--password-stdin]   adds a person; prompts for the password, reads it, or generates it and shows it once
  invite --email E [--role R …] [--admin-url U]            prints a link to choose a name and a password; it works once, within 7 days
  list                                                     lists people with roles, state and last sign-in
  set --email E [--role R …] [--no-roles] [--suspend | --reactivate] [--admin-url U | --no-admin-url]
  reset --email E [--password-stdin]                       sets a new password; ends sessions, second factor and lock-out
  unlock EMAIL                                             ends the lock-out after too many wrong passwords and codes; keeps sessions and password
  remove --email E

Roles: ${ROLES.join(', ')}.`;

const OPTIONS = {
  email: { type: 'string' },
  name: { type: 'string' },
  role: { type: 'string', multiple: true },
  'no-roles': { type: 'boolean' },
  suspend: { type: 'boolean' },
  reactivate: { type: 'boolean' },
  'admin-url': { type: 'string' },
  'no-admin-url': { type: 'boolean' },
  'password-stdin': { type: 'boolean' },
} as const;
/** Limit of the column. */
const ADMIN_URL_MAX_LENGTH = 500;
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values'];

await asCommand(main);

async function main(): Promise<void> {
  const { command, values } = readArguments();
  const config = loadConfig();
  if (config.oidcIssuer !== null) {
    throw new StaffError(`People are managed by the provider at ${config.oidcIssuer} (OIDC_ISSUER), not here.`);
  }
  const run = prepare(command, values, config.publicUrl);
  const database = await connectForCommand(config, (line) => console.error(line));
  try {
    await run(createDatabase(database.pool));
  } finally {
    await database.close();
  }
}

function readArguments(): { command: string | undefined; values: Values } {
  try {
    const { positionals, values } = parseArgs({ options: OPTIONS, allowPositionals: true });
    const [command, email, ...more] = positionals;
    if (more.length > 0 || (email !== undefined && command !== 'unlock')) throw new StaffError(USAGE);
    return { command, values: email === undefined ? values : { ...values, email } };
  } catch (error) {
    if (error instanceof StaffError) throw error;
    throw new StaffError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/** Validates arguments before starting a database. */
function prepare(
  command: string | undefined,
  values: Values,
  publicUrl: string,
): (db: Kysely<Database>) => Promise<void> {
  switch (command) {
    case 'add': {
      const person = { email: emailOf(values), name: required(values.name, '--name'), roles: rolesOf(values) };
      return (db) =>
        withPassword(
          values,
          (password) => new StaffAdministration(db).add({ ...person, password }),
          `Added ${person.email}.`,
        );
    }
    case 'invite': {
      const invited = { email: emailOf(values), roles: rolesOf(values), preferredLanguageKey: null };
      const { adminUrl = null } = adminUrlOf(values);
      return async (db) => {
        const token = await new StaffAdministration(db).invite({ ...invited, adminUrl }, new Date());
        console.log(`Invited ${invited.email}. Link, shown only now: ${invitationUrl(publicUrl, token)}`);
      };
    }
    case 'list':
      return list;
    case 'set': {
      const email = emailOf(values);
      const change = changeOf(values);
      return (db) => new StaffAdministration(db).set(email, change).then(() => console.log(`Changed ${email}.`));
    }
    case 'reset': {
      const email = emailOf(values);
      return (db) =>
        withPassword(values, (password) => new StaffAdministration(db).reset(email, password), `Reset ${email}.`);
    }
    case 'unlock': {
      const email = emailOf(values);
      return (db) => new StaffAdministration(db).unlock(email).then(() => console.log(`Unlocked ${email}.`));
    }
    case 'remove': {
      const email = emailOf(values);
      return (db) => new StaffAdministration(db).remove(email).then(() => console.log(`Removed ${email}.`));
    }
    default:
      throw new StaffError(USAGE);
  }
}

async function list(db: Kysely<Database>): Promise<void> {
  for (const person of await listPeople(db)) {
    const lastSignIn = person.last_sign_in_at?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never';
    const marks = [
      person.state,
      ...(hasSecondFactor(person) ? ['second factor'] : []),
      ...(person.is_demo ? ['demo'] : []),
    ];
    console.log(
      [person.email, person.name, person.roles.join(', ') || 'no role', marks.join(', '), lastSignIn].join('\t'),
    );
  }
}

async function withPassword(values: Values, run: (password: string) => Promise<void>, done: string): Promise<void> {
  const given = await givenPassword(values);
  const password = given ?? generatePassword();
  await run(password);
  console.log(done);
  if (given === null) console.log(`Password, shown only now: ${password}`);
}

/** The password from standard input or the keyboard; null to generate one. */
async function givenPassword(values: Values): Promise<string | null> {
  if (values['password-stdin']) return (await text(process.stdin)).replace(/\r?\n$/, '');
  if (!process.stdin.isTTY) return null;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const keyboard = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stdout.write('Password (empty to generate one): ');
  const typed = await keyboard.question('');
  keyboard.close();
  process.stdout.write('\n');
  return typed === '' ? null : typed;
}

function emailOf(values: Values): string {
  const email = required(values.email, '--email').trim();
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new StaffError(`${email} is not an e-mail address.`);
  return email;
}

function rolesOf(values: Values): readonly Role[] {
  const known: readonly string[] = ROLES;
  const unknown = values.role?.find((role) => !known.includes(role));
  if (unknown !== undefined) throw new StaffError(`Unknown role ${unknown}. Roles: ${ROLES.join(', ')}.`);
  return (values.role ?? []) as Role[];
}

function changeOf(values: Values): Parameters<StaffAdministration['set']>[1] {
  if (values.suspend && values.reactivate) throw new StaffError('Use either --suspend or --reactivate.');
  const roles = values.role || values['no-roles'] ? { roles: rolesOf(values) } : {};
  const state = values.suspend
    ? ({ state: 'SUSPENDED' } as const)
    : values.reactivate
      ? ({ state: 'ACTIVE' } as const)
      : {};
  const change = { ...roles, ...state, ...adminUrlOf(values) };
  if (Object.keys(change).length === 0) throw new StaffError(USAGE);
  return change;
}

/**
 * The link to the provider's administration in the person's menu; the console shows only `http:` and `https:` links.
 */
function adminUrlOf(values: Values): { adminUrl?: string | null } {
  const url = values['admin-url'];
  if (url !== undefined && values['no-admin-url']) throw new StaffError('Use either --admin-url or --no-admin-url.');
  if (url === undefined) return values['no-admin-url'] ? { adminUrl: null } : {};
  const { data: adminUrl } = link('url', ['http', 'https'], ADMIN_URL_MAX_LENGTH).safeParse(url);
  if (adminUrl == null)
    throw new StaffError(`--admin-url must be an http or https address of at most ${ADMIN_URL_MAX_LENGTH} characters.`);
  return { adminUrl };
}

function required(value: string | undefined, option: string): string {
  if (value === undefined || value.trim() === '') throw new StaffError(`${option} is missing.\n\n${USAGE}`);
  return value.trim();
}
