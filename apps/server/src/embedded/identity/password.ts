import { randomInt } from 'node:crypto';
import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** OWASP's argon2id setting with 19 MiB; measured at about 25 ms. */
const ARGON2ID = { algorithm: 2 satisfies Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const PASSWORD_MIN_LENGTH = 12;
/** Longer passwords are refused before hashing, to limit CPU time. */
export const PASSWORD_MAX_LENGTH = 256;

/** Common parts of leaked passwords, and the product's own names. There are no composition rules (NIST SP 800-63B). */
const COMMON = [
  'password',
  'passw0rd',
  'qwerty',
  'azerty',
  '123456',
  '1234567890',
  'letmein',
  'welcome',
  'iloveyou',
  'admin',
  'monkey',
  'dragon',
  'football',
  'baseball',
  'sunshine',
  'princess',
  'changeme',
  'secret',
  'abc123',
  '111111',
  '000000',
  'trustno1',
  'backcounter',
] as const;

export type PasswordProblem = 'too-short' | 'too-long' | 'too-common' | 'contains-email';

/** Why a new password is refused, or null. */
export function passwordProblem(password: string, email: string): PasswordProblem | null {
  const normalized = password.normalize('NFKC');
  if ([...normalized].length < PASSWORD_MIN_LENGTH) return 'too-short';
  if (normalized.length > PASSWORD_MAX_LENGTH) return 'too-long';
  const plain = normalized.toLowerCase();
  const local = email.toLowerCase().split('@')[0] ?? '';
  if (local.length >= 4 && plain.includes(local)) return 'contains-email';
  // Without common words and repeated characters, enough must remain.
  const rest = COMMON.reduce((text, word) => text.replaceAll(word, ''), plain).replace(/(.)\1{2,}/g, '$1');
  return new Set(rest).size < 5 ? 'too-common' : null;
}

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), ARGON2ID);
}

let decoy: Promise<string> | undefined;

/**
 * Checks a password. Without a hash (unknown e-mail) it verifies a decoy, so that timing does not reveal who exists.
 */
export async function isPasswordOf(passwordHash: string | null, password: string): Promise<boolean> {
  if (password.length > PASSWORD_MAX_LENGTH) return false;
  decoy ??= hashPassword('a password that no one has');
  const isRight = await verify(passwordHash ?? (await decoy), password.normalize('NFKC'));
  return isRight && passwordHash !== null;
}

/** Groups of five unambiguous letters and digits, of almost 25 bits each. */
export function randomGroups(count: number): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: count }, group).join('-');
}

export const generatePassword = () => randomGroups(4);
