import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { toHex } from './draw-bytes.ts';
import { canonicalJson } from './draw-canonical.ts';
import { canonicalId, canonicalInstant, drawRulesSchema } from './draw-rules.ts';

/** Format name in a proof file. A different layout gets a new version. */
export const BUNDLE_FORMAT = 'backcounter-draw-proof';
/** Version of the layout that this code writes and reads. */
export const BUNDLE_VERSION = 1;
/** Larger files are not read: the longest string that browsers can hold. */
export const BUNDLE_MAX_BYTES = 500_000_000;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.int().nonnegative();

/** Entry id, pseudonym and tickets. The first ticket of an entry follows from the entries before it. */
const bundleEntrySchema = z.tuple([canonicalId, hash, z.int().positive().max(0xffff_ffff)]);

const bundleWinnerSchema = z.strictObject({
  /** 1 was drawn first. */
  position: z.int().positive(),
  kind: z.enum(['WINNER', 'ALTERNATE']),
  prizeRank: whole.nullable(),
  entryId: canonicalId,
  /** Tickets still in the draw, and the drawn one among them, from 0. */
  remainingTickets: z.int().positive(),
  ticket: whole,
});

const contentSchema = z.strictObject({
  format: z.literal(BUNDLE_FORMAT),
  version: z.literal(BUNDLE_VERSION),
  rules: drawRulesSchema,
  commitment: z.strictObject({ publishedAt: canonicalInstant, rulesHash: hash, seedCommitment: hash }),
  freeze: z.strictObject({ frozenAt: canonicalInstant, root: hash, entries: whole, tickets: whole }),
  draw: z.strictObject({ drawnAt: canonicalInstant, seed: hash, key: hash }),
  entries: z.array(bundleEntrySchema),
  winners: z.array(bundleWinnerSchema),
});

/** A proof file: its content and the content's digest. */
export const bundleSchema = z.strictObject({ content: contentSchema, digest: hash });

/** Content of a proof. Instants are ISO 8601 in UTC, hashes hexadecimal. */
export type BundleContent = z.infer<typeof contentSchema>;
/** One entry of a proof: id, pseudonym, tickets. */
export type BundleEntry = z.infer<typeof bundleEntrySchema>;
/** One drawn position of a proof. */
export type BundleWinner = z.infer<typeof bundleWinnerSchema>;
/** A parsed proof file. */
export type ProofBundle = z.infer<typeof bundleSchema>;

/** Entries written per piece of text. */
const PIECE = 1_000;

/**
 * Writes a proof file, piece by piece: canonical JSON of `{"content": …, "digest": …}`, where the digest is the SHA-256 of the content's own
 * canonical JSON. The same draw always gives the same bytes.
 */
export async function* bundleText({
  entries,
  ...rest
}: Omit<BundleContent, 'entries'> & { readonly entries: AsyncIterable<BundleEntry> }): AsyncGenerator<string> {
  const digest = sha256.create();
  const hashed = (text: string): string => {
    digest.update(utf8ToBytes(text));
    return text;
  };
  // Keys are sorted: `entries` comes after these and before the others.
  const { commitment, draw, ...after } = rest;
  const before = canonicalJson({ commitment, draw });
  yield `{"content":${hashed(`${before.slice(0, -1)},"entries":[`)}`;
  let waiting: string[] = [];
  let isFirst = true;
  const flush = (): string => {
    const text = `${isFirst ? '' : ','}${waiting.join(',')}`;
    isFirst = false;
    waiting = [];
    return hashed(text);
  };
  for await (const entry of entries) {
    waiting.push(canonicalJson(entry));
    if (waiting.length === PIECE) yield flush();
  }
  if (waiting.length > 0) yield flush();
  yield hashed(`],${canonicalJson(after).slice(1)}`);
  yield `,"digest":"${toHex(digest.digest())}"}`;
}
