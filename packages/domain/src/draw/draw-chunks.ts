import { type DrawEntry, leafHasher } from './draw-entry.ts';
import { CHUNK_LEAVES, RootBuilder } from './draw-tree.ts';

/** Stored data of up to 1,024 consecutive entries in id order: enough to draw and to prove each of them. */
export interface LeafChunk {
  /** Index of the chunk; its first leaf is `index * CHUNK_LEAVES`. */
  readonly index: number;
  readonly firstEntryId: string;
  /** Tickets of all entries before it. */
  readonly ticketStart: number;
  /** Tickets of each of its entries, one byte each. */
  readonly tickets: Uint8Array;
  /** Root of the subtree of its leaves. */
  readonly root: Uint8Array;
}

/** Splits entries, sorted by id, into chunks. */
export function leafChunks(entries: readonly Omit<DrawEntry, 'ticketStart'>[]): LeafChunk[] {
  const hash = leafHasher();
  const chunks: LeafChunk[] = [];
  let ticketStart = 0;
  for (let first = 0; first < entries.length; first += CHUNK_LEAVES) {
    const own = entries.slice(first, first + CHUNK_LEAVES);
    const begin = ticketStart;
    const tree = new RootBuilder();
    for (const entry of own) {
      tree.add(hash({ ...entry, ticketStart }));
      ticketStart += entry.tickets;
    }
    chunks.push({
      index: chunks.length,
      firstEntryId: own[0]?.id ?? '',
      ticketStart: begin,
      tickets: Uint8Array.from(own, ({ tickets }) => tickets),
      root: tree.root(),
    });
  }
  return chunks;
}

/** Root of all entries from the roots of their chunks. */
export function rootOfChunks(chunks: readonly Pick<LeafChunk, 'root'>[]): Uint8Array {
  const tree = new RootBuilder();
  for (const { root } of chunks) tree.add(root);
  return tree.root();
}
