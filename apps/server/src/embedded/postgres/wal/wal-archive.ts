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

/** Size of a segment of PostgreSQL's log, as initdb sets it. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;
const SEGMENT = /^[\dA-F]{24}$/;
const HISTORY = /^[\dA-F]{8}\.history$/;

const instant = z.iso.datetime().transform((text) => new Date(text));
const timelineRecord = z.object({ since: instant.nullable(), until: instant.nullable(), last: z.string().nullable() });

/** How far the log of one timeline is archived. */
export interface ArchivedTimeline {
  /** When a restore began it; null for one that the archive did not see begin. */
  readonly since: Date | null;
  /** Changes up to here are archived; null before its first segment. */
  readonly until: Date | null;
  /** Name of its newest segment. */
  readonly last: string | null;
}

/** True for a segment of the log, as opposed to the history of a timeline. */
export const isSegment = (name: string): boolean => SEGMENT.test(name);
/** True for what is archived: segments, and histories of timelines. */
export const isArchived = (name: string): boolean => SEGMENT.test(name) || HISTORY.test(name);
/** The timeline of a segment or a history. */
export const timelineOf = (name: string): number => Number.parseInt(name.slice(0, 8), 16);
/** The place of a segment in the log, whatever its timeline; in the order of texts. */
export const positionOf = (segment: string): string => segment.slice(8);

/** The segment after this one on the same timeline. */
export function nextSegment(segment: string): string {
  const next = Number.parseInt(segment.slice(8, 16), 16) * 256 + Number.parseInt(segment.slice(16), 16) + 1;
  return segment.slice(0, 8) + hex(Math.floor(next / 256)) + hex(next % 256);
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');
/** The name of a timeline's history. */
export const historyName = (timeline: number): string => `${hex(timeline)}.history`;

/** The number that initdb gave to a cluster, the same in its copies: first in its control file since PostgreSQL 8. */
export async function systemIdOf(cluster: string): Promise<string> {
  const handle = await open(path.join(cluster, 'global', 'pg_control'));
  try {
    const { buffer: bytes } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return bytes.readBigUInt64LE().toString();
  } finally {
    await handle.close();
  }
}

/** Why a call to the archive failed, in a few words. */
export function archiveProblem(error: unknown): string {
  const cause = error instanceof AppError && error.cause !== undefined ? error.cause : error;
  return errorCodeOf(cause) ?? (cause instanceof Error ? cause.message : String(cause));
}

/**
 * The archived log of one cluster in a file store: `SYSTEM-ID/SEGMENT.gz`, `SYSTEM-ID/TIMELINE.history.gz`, and `SYSTEM-ID/TIMELINE.json`, which says how
 * far a timeline reaches. gzip brings the length and a checksum of what it packs. Calls reject as those of the store do.
 */
export class WalArchive {
  readonly #store: FileStore;
  readonly #systemId: string;

  constructor(store: FileStore, systemId: string) {
    this.#store = store;
    this.#systemId = systemId;
  }

  /**
   * Stores a segment or a history. One that is there already is left alone.
   *
   * @param closedAt when it was written last
   * @throws StartupError when another content has the name.
   */
  async put(name: string, content: Buffer, closedAt: Date): Promise<void> {
    if (isSegment(name) && content.length !== SEGMENT_BYTES)
      throw new StartupError(`the segment ${name} is ${content.length} bytes long instead of ${SEGMENT_BYTES}`);
    const there = await this.#read(name);
    if (!Buffer.isBuffer(there)) {
      const packed = await promisify(gzip)(content, { level: 1 });
      await this.#store.write(this.#keyOf(`${name}.gz`), packed);
      const stored = await this.#store.stat(this.#keyOf(`${name}.gz`));
      if (stored?.sizeBytes !== packed.length) throw new StartupError(`the segment ${name} was stored incompletely`);
    } else if (!there.equals(content)) {
      throw new StartupError(
        `it has another ${name}, because this data folder was restored without WAL_ARCHIVE; set WAL_ARCHIVE to a new place and take a backup`,
      );
    }
    await this.#note(name, closedAt);
  }

  /**
   * A segment or a history; null when there is none.
   *
   * @throws StartupError when it is damaged.
   */
  async get(name: string): Promise<Buffer | null> {
    const content = await this.#read(name);
    if (content === 'damaged') throw new StartupError(`${name}.gz in the archive is damaged.`);
    return content;
  }

  /** How far a timeline is archived; null for one that the archive does not know. */
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
