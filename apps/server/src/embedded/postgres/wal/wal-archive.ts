import { open } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { AppError } from '@backcounter/domain';
import { z } from 'zod';
import { errorCodeOf } from '../../../db/error-code.ts';
import { StartupError } from '../../../db/startup-error.ts';
import type { FileStore } from '../../../ports/files.ts';

/** Size of a log segment, as set by initdb. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;
const SEGMENT = /^[\dA-F]{24}$/;
const HISTORY = /^[\dA-F]{8}\.history$/;

const instant = z.iso.datetime().transform((text) => new Date(text));
const timelineRecord = z.object({ since: instant.nullable(), until: instant.nullable(), last: z.string().nullable() });

/** How far the log of a timeline is archived. */
export interface ArchivedTimeline {
  /** When a restore started it; null if unknown to the archive. */
  readonly since: Date | null;
  /** Time up to which changes are archived; null before the first segment. */
  readonly until: Date | null;
  /** Name of its newest segment. */
  readonly last: string | null;
}

/** Whether a name is that of a log segment, not of a timeline history. */
export const isSegment = (name: string): boolean => SEGMENT.test(name);
/** Whether a file is archived: segments and timeline histories. */
export const isArchived = (name: string): boolean => SEGMENT.test(name) || HISTORY.test(name);
/** The timeline of a segment or history. */
export const timelineOf = (name: string): number => Number.parseInt(name.slice(0, 8), 16);
/** A segment's position in the log regardless of timeline; sorts as text. */
export const positionOf = (segment: string): string => segment.slice(8);

/** The following segment on the same timeline. */
export function nextSegment(segment: string): string {
  const next = Number.parseInt(segment.slice(8, 16), 16) * 256 + Number.parseInt(segment.slice(16), 16) + 1;
  return segment.slice(0, 8) + hex(Math.floor(next / 256)) + hex(next % 256);
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');
/** Name of a timeline's history. */
export const historyName = (timeline: number): string => `${hex(timeline)}.history`;

/**
 * The cluster's system identifier from initdb, which copies share. It comes first in the control file since PostgreSQL
 * 8.
 */
export async function systemIdOf(cluster: string): Promise<string> {
  const handle = await open(path.join(cluster, 'global', 'pg_control'));
  try {
    const { buffer: bytes } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return bytes.readBigUInt64LE().toString();
  } finally {
    await handle.close();
  }
}

/** Short reason of a failed call to the archive. */
export function archiveProblem(error: unknown): string {
  const cause = error instanceof AppError && error.cause !== undefined ? error.cause : error;
  return errorCodeOf(cause) ?? (cause instanceof Error ? cause.message : String(cause));
}

/**
 * The archived log of a cluster in a file store: `SYSTEM-ID/SEGMENT.gz`, `SYSTEM-ID/TIMELINE.history.gz`, and
 * `SYSTEM-ID/TIMELINE.json` with the extent of a timeline. gzip adds length and checksum. Calls reject with the store's
 * errors.
 */
export class WalArchive {
  readonly #store: FileStore;
  readonly #systemId: string;

  constructor(store: FileStore, systemId: string) {
    this.#store = store;
    this.#systemId = systemId;
  }

  /**
   * Stores a segment or history; an identical existing one is kept.
   *
   * @param closedAt time of its last write
   * @throws StartupError if another content has the name
   */
  async put(name: string, content: Buffer, closedAt: Date): Promise<void> {
    if (isSegment(name) && content.length !== SEGMENT_BYTES)
      throw new StartupError(`the segment ${name} has ${content.length} bytes instead of ${SEGMENT_BYTES}`);
    const there = await this.#read(name);
    if (!Buffer.isBuffer(there)) {
      const packed = await promisify(gzip)(content, { level: 1 });
      await this.#store.write(this.#keyOf(`${name}.gz`), packed);
      const stored = await this.#store.stat(this.#keyOf(`${name}.gz`));
      if (stored?.sizeBytes !== packed.length) throw new StartupError(`the segment ${name} was stored incompletely`);
    } else if (!there.equals(content)) {
      throw new StartupError(
        `it has another ${name}, because this data folder was restored without WAL_ARCHIVE; set WAL_ARCHIVE to a new location and make a backup`,
      );
    }
    await this.#note(name, closedAt);
  }

  /**
   * A segment or history; null if missing.
   *
   * @throws StartupError if it is damaged
   */
  async get(name: string): Promise<Buffer | null> {
    const content = await this.#read(name);
    if (content === 'damaged') throw new StartupError(`${name}.gz in the archive is damaged.`);
    return content;
  }

  /** How far a timeline is archived; null if unknown to the archive. */
  async timeline(timeline: number): Promise<ArchivedTimeline | null> {
    const bytes = await this.#bytes(`${hex(timeline)}.json`);
    return bytes === null ? null : timelineRecord.parse(JSON.parse(bytes.toString('utf8')));
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #note(name: string, closedAt: Date): Promise<void> {
    const known = (await this.timeline(timelineOf(name))) ?? { since: null, until: null, last: null };
    if (isSegment(name) && known.last !== null && known.last >= name) return;
    const noted = isSegment(name) ? { ...known, until: closedAt, last: name } : { ...known, since: closedAt };
    await this.#store.write(this.#keyOf(`${name.slice(0, 8)}.json`), Buffer.from(`${JSON.stringify(noted)}\n`));
  }

  async #read(name: string): Promise<Buffer | null | 'damaged'> {
    const packed = await this.#bytes(`${name}.gz`);
    if (packed === null) return null;
    const content = await promisify(gunzip)(packed, { maxOutputLength: SEGMENT_BYTES }).catch(() => null);
    return content === null || (isSegment(name) && content.length !== SEGMENT_BYTES) ? 'damaged' : content;
  }

  async #bytes(name: string): Promise<Buffer | null> {
    try {
      return await buffer((await this.#store.read(this.#keyOf(name))).content);
    } catch (error) {
      if (error instanceof AppError && error.code === 'record.not-found') return null;
      throw error;
    }
  }

  #keyOf(name: string): string {
    return `${this.#systemId}/${name}`;
  }
}
