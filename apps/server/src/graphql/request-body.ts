import type { IncomingMessage } from 'node:http';
import { AppError } from '@backcounter/domain';

/** Largest body of a person's and of a machine client's request. */
export const BODY_LIMITS = { staff: 1_000_000, machine: 2_000_000 } as const;

/** Objects and lists inside each other, in a body and in a value inside a document. */
export const NESTING_MAX = 64;

/**
 * Reads a body of at most `limit` bytes.
 * @throws AppError `request.too-large`
 */
export async function readBody(stream: IncomingMessage, limit: number): Promise<string> {
  if (Number(stream.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString('utf8');
}

/**
 * Rejects values nested too deeply, and text that PostgreSQL cannot store: NUL and lone surrogates. Both reach JSON
 * only through an escape, so the texts of a body without one need no look.
 * @throws AppError `request.malformed`
 */
export function checkBody(source: string, value: unknown): void {
  walk(value, /\\u(0000|d[89a-f])/i.test(source) ? checkText : () => undefined, 0);
}

function walk(value: unknown, check: (text: string) => void, depth: number): void {
  if (depth > NESTING_MAX) throw new AppError('request.malformed', { message: 'The request is nested too deeply.' });
  if (typeof value === 'string') check(value);
  else if (Array.isArray(value)) for (const entry of value) walk(entry, check, depth + 1);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) {
      check(key);
      walk(entry, check, depth + 1);
    }
  }
}

/** @throws AppError `request.malformed` for a text with NUL or a lone surrogate. */
export function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new AppError('request.malformed', { message: 'The request holds text that is not Unicode.' });
  }
}

function tooLarge(limit: number): AppError {
  return new AppError('request.too-large', { message: `The request is larger than ${limit} bytes.` });
}
