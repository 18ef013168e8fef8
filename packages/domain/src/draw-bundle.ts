import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { toHex } from './draw-bytes.ts';
import { canonicalJson } from './draw-canonical.ts';
import { canonicalId, canonicalInstant, drawRulesSchema } from './draw-rules.ts';

/** What a proof says it is; another layout gets another version. */
export const BUNDLE_FORMAT = 'backcounter-draw-proof';
/** Version of the layout that this code writes and reads. */
export const BUNDLE_VERSION = 1;
/** A file beyond this is not read: the longest text that browsers can hold. */
export const BUNDLE_MAX_BYTES = 500_000_000;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.int().nonnegative();

/** Entry id, pseudonym and tickets. Where its tickets start follows from those before it. */
const bundleEntrySchema = z.tuple([canonicalId, hash, z.int().positive()]);

const bundleWinnerSchema = z.strictObject({
  /** 1 is the first that was drawn. */
  position: z.int().positive(),
  kind: z.enum(['WINNER', 'ALTERNATE']),
  prizeRank: whole.nullable(),
  entryId: canonicalId,
  /** Tickets that were still in, and the one among them that was drawn, from 0. */
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

/** A proof file: what happened, and the digest of it. */
export const bundleSchema = z.strictObject({ content: contentSchema, digest: hash });

/** What a proof says. Instants are ISO texts in UTC, hashes hexadecimal. */
export type BundleContent = z.infer<typeof contentSchema>;
/** One entry of a proof: id, pseudonym, tickets. */
export type BundleEntry = z.infer<typeof bundleEntrySchema>;
/** One drawn position of a proof. */
export type BundleWinner = z.infer<typeof bundleWinnerSchema>;
/** A proof file as it is read. */
export type ProofBundle = z.infer<typeof bundleSchema>;

/** Entries that are written as one piece of text. */
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
  // In the order of keys, `entries` comes after these and before the others.
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
