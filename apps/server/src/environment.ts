import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { errorCodeOf } from './db/error-code.ts';
import { StartupError } from './db/startup-error.ts';

/** Variables of a process, as Node has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings as texts, and the file that some of them are from. */
export interface GivenSettings {
  readonly values: Readonly<Record<string, string>>;
  /** Absolute path; null: the environment only. */
  readonly file: string | null;
}

/** Read if it is in the working directory and ENV_FILE names no other. */
const DEFAULT_FILE = 'backcounter.env';

/**
 * Settings from the environment, which wins, and from the file that ENV_FILE names, or else `backcounter.env`. NAME_FILE gives
 * the path of a file with the value of NAME, such as a mounted secret. Empty values count as not set.
 *
 * @throws StartupError for a file that can't be read, a name in it that is no setting, and a setting given twice
 */
export function readEnvironment(env: Environment, known: ReadonlySet<string>): GivenSettings {
  const file = env['ENV_FILE'] || (existsSync(DEFAULT_FILE) ? DEFAULT_FILE : null);
  const fromFile = file === null ? {} : parseEnv(contentOf(file, 'ENV_FILE'));
  const stranger = Object.keys(fromFile).find((name) => !known.has(name) && !known.has(secretOf(name) ?? ''));
  if (stranger !== undefined) throw new StartupError(`${file} sets ${stranger}, which is not a setting.`);
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...fromFile, ...env })) {
    const secret = secretOf(name);
    if (value === undefined || value === '') continue;
    if (secret === null || !known.has(secret)) values[name] = value;
    else if (env[secret] || (fromFile[secret] && !env[name]))
      throw new StartupError(`Set either ${secret} or ${name}, not both.`);
    else values[secret] = contentOf(value, name).replace(/\r?\n$/, '');
  }
  return { values, file: file === null ? null : path.resolve(file) };
}

/** The setting whose value a file holds, for the name of a setting with the file's path. */
const secretOf = (name: string): string | null => (name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : null);

function contentOf(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartupError(`${name} must be a readable file, and ${file} is not (${errorCodeOf(error) ?? 'unknown'}).`);
  }
}
