import { type BundleContent, bundleSchema, type ProofBundle } from './draw-bundle.ts';
import { fromHex, isSameBytes, toHex } from './draw-bytes.ts';
import { canonicalHash } from './draw-canonical.ts';
import { leafHasher } from './draw-entry.ts';
import { drawKey, seedCommitment } from './draw-key.ts';
import { drawnPrizes, rulesHash } from './draw-rules.ts';
import { RootBuilder } from './draw-tree.ts';
import { drawWinners } from './draw-winners.ts';

/** The root of all entries must be public this long before the seed. */
export const ROOT_BEFORE_SEED_MS = 60_000;

/**
 * The checks, in order:
 * - `format`: the file is a proof of a version that this code reads; otherwise nothing else can be checked;
 * - `digest`: the file is unaltered;
 * - `rules`: the rules match the published hash;
 * - `commitment`: the seed matches the commitment;
 * - `entries`: sorted, each account once, as many entries and tickets as published, no more tickets each than the rules
 *   allow;
 * - `root`: the entries yield the published root;
 * - `published-first`: rules and commitment were public before entries opened;
 * - `frozen-after-closing`: entries were frozen after they closed;
 * - `root-before-seed`: the root was public a minute before the seed, and the draw was not early;
 * - `key`: seed and root yield the key of the draw;
 * - `winners`: the key yields every position;
 * - `published`: everything matches the values published elsewhere, if those are given.
 */
export const DRAW_CHECKS = [
  'format',
  'digest',
  'rules',
  'commitment',
  'entries',
  'root',
  'published-first',
  'frozen-after-closing',
  'root-before-seed',
  'key',
  'winners',
  'published',
] as const;

/** Name of a check. */
export type DrawCheckName = (typeof DRAW_CHECKS)[number];

/** Result of one check. */
export interface DrawCheck {
  readonly name: DrawCheckName;
  readonly isPassed: boolean;
  readonly durationMs: number;
}

/** Result of all checks. */
export interface DrawVerification {
  /** Every check passed. */
  readonly isVerified: boolean;
  readonly checks: readonly DrawCheck[];
  readonly entries: number;
  readonly positions: number;
  readonly durationMs: number;
  /** Content of the file; null if it cannot be read. */
  readonly content: BundleContent | null;
}

/** Values that were published before the draw or are published now; absent ones are not compared. */
export interface PublishedDraw {
  readonly giveawayId?: string;
  readonly rulesHash?: string;
  readonly seedCommitment?: string;
  readonly publishedAt?: string;
  readonly root?: string;
  readonly frozenAt?: string;
  readonly seed?: string;
  readonly drawnAt?: string;
}

/** Progress callback and the published values to compare with. */
export interface VerifyOptions {
  readonly published?: PublishedDraw;
  /** Called now and then with the number of leaves computed. */
  readonly onProgress?: (done: number, total: number) => void;
}

const PROGRESS_EVERY = 10_000;

/**
 * Verifies a draw from its proof alone; nothing is taken from the product. `file` is what `readProofFile` returns. A check that the
 * file's content makes impossible fails. Never throws.
 */
export function verifyBundle(file: unknown, options: VerifyOptions = {}): DrawVerification {
  const startedMs = performance.now();
  const checks: DrawCheck[] = [];
  const check = (name: DrawCheckName, holds: () => boolean): void => {
    const beganMs = performance.now();
    checks.push({ name, isPassed: isTrue(holds), durationMs: performance.now() - beganMs });
  };
  let bundle: ProofBundle | undefined;
  check('format', () => {
    bundle = bundleSchema.safeParse(file).data;
    return bundle !== undefined;
  });
  const content = bundle?.content;
  if (bundle !== undefined && content !== undefined) checkContent(bundle, content, check, options);
  return {
    isVerified: checks.every(({ isPassed }) => isPassed),
    checks,
    entries: content?.entries.length ?? 0,
    positions: content?.winners.length ?? 0,
    durationMs: performance.now() - startedMs,
    content: content ?? null,
  };
}

function checkContent(
  bundle: ProofBundle,
  content: BundleContent,
  check: (name: DrawCheckName, holds: () => boolean) => void,
  { published, onProgress }: VerifyOptions,
): void {
  const { rules, commitment, freeze, draw } = content;
  const at = Date.parse;
  check('digest', () => toHex(canonicalHash(content)) === bundle.digest);
  check('rules', () => toHex(rulesHash(rules)) === commitment.rulesHash);
  check('commitment', () => toHex(seedCommitment(rules.giveawayId, fromHex(draw.seed))) === commitment.seedCommitment);
  check('entries', () => areEntriesRight(content));
  check('root', () => rootOf(content, onProgress) === freeze.root);
  check('published-first', () => at(commitment.publishedAt) <= at(rules.opensAt));
  check(
    'frozen-after-closing',
    () => at(rules.opensAt) < at(rules.closesAt) && at(rules.closesAt) <= at(freeze.frozenAt),
  );
  check(
    'root-before-seed',
    () => at(freeze.frozenAt) + ROOT_BEFORE_SEED_MS <= at(draw.drawnAt) && at(rules.drawAt) <= at(draw.drawnAt),
  );
  check('key', () => isSameBytes(keyOf(content), fromHex(draw.key)));
  check('winners', () => areWinnersRight(content));
  if (published !== undefined) check('published', () => isAsPublished(content, published));
}

/** False also for a file whose figures no hash or tree can hold. */
function isTrue(holds: () => boolean): boolean {
  try {
    return holds();
  } catch {
    return false;
  }
}

function areEntriesRight({ entries, freeze, rules }: BundleContent): boolean {
  const pseudonyms = new Set<string>();
  let tickets = 0;
  let before = '';
  for (const [id, pseudonym, own] of entries) {
    if (id <= before || own > rules.maxTicketsPerAccount || pseudonyms.has(pseudonym)) return false;
    pseudonyms.add(pseudonym);
    tickets += own;
    before = id;
  }
  return entries.length === freeze.entries && tickets === freeze.tickets;
}

function rootOf({ entries }: BundleContent, onProgress: VerifyOptions['onProgress']): string {
  const hash = leafHasher();
  const tree = new RootBuilder();
  let ticketStart = 0;
  for (const [id, pseudonym, tickets] of entries) {
    tree.add(hash({ id, pseudonym: fromHex(pseudonym), tickets, ticketStart }));
    ticketStart += tickets;
    if (tree.size % PROGRESS_EVERY === 0) onProgress?.(tree.size, entries.length);
  }
  onProgress?.(tree.size, entries.length);
  return toHex(tree.root());
}

function keyOf({ rules, freeze, draw }: BundleContent): Uint8Array {
  return drawKey(rules.giveawayId, fromHex(freeze.root), fromHex(draw.seed));
}

/** Repeats the draw with the key from seed and root, and compares every position, as many as the rules require. */
function areWinnersRight(content: BundleContent): boolean {
  const { entries, rules, winners } = content;
  const prizes = drawnPrizes(rules, entries.length);
  const tickets = Float64Array.from(entries, ([, , own]) => own);
  const drawn = drawWinners(tickets, keyOf(content), prizes.length);
  if (drawn.length !== winners.length) return false;
  return drawn.every(({ index, remaining, ticket }, place) => {
    const winner = winners[place];
    const rank = prizes[place] ?? null;
    return (
      winner?.position === place + 1 &&
      winner.kind === (rank === null ? 'ALTERNATE' : 'WINNER') &&
      winner.prizeRank === rank &&
      winner.entryId === entries[index]?.[0] &&
      winner.remainingTickets === remaining &&
      winner.ticket === ticket
    );
  });
}

function isAsPublished({ rules, commitment, freeze, draw }: BundleContent, published: PublishedDraw): boolean {
  const said: Required<PublishedDraw> = {
    giveawayId: rules.giveawayId,
    rulesHash: commitment.rulesHash,
    seedCommitment: commitment.seedCommitment,
    publishedAt: commitment.publishedAt,
    root: freeze.root,
    frozenAt: freeze.frozenAt,
    seed: draw.seed,
    drawnAt: draw.drawnAt,
  };
  return Object.entries(published).every(([key, value]) => said[key as keyof PublishedDraw] === value);
}
