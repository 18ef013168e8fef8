import { readFile, stat } from 'node:fs/promises';
import { errorCodeOf } from '../../db/error-code.ts';

const ABSENT = new Set(['ENOENT', 'ESRCH']);

function nullIfAbsent(error: unknown): null {
  if (ABSENT.has(errorCodeOf(error) ?? '')) return null;
  throw error;
}

/** The text of a file; null if it does not exist. */
export function readIfPresent(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(nullIfAbsent);
}

/** The size of a file or folder; null if it does not exist. */
export function sizeIfPresent(file: string): Promise<number | null> {
  return stat(file).then((entry) => entry.size, nullIfAbsent);
}
