import { readSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { IMPORT_LIMITS } from '@backcounter/domain/import';
import { TableError } from '../../table-error.ts';
import { readXml, unescaped } from './xlsx-xml.ts';

const STRINGS_MAX = 20_000_000;
/** Strings per indexed offset; offsets in between are computed from lengths. */
const STRIDE = 64;
const PAGE_BYTES = 65_536;
/** Pages cached, because strings shared by many rows are far from those used once. */
const PAGES_KEPT = 64;
const WRITE_BYTES = 1_048_576;

/**
 * The shared strings of a workbook, possibly millions: in an unlinked temporary file, with 4 bytes per string in
 * memory.
 */
export class SharedStrings {
  readonly #file: FileHandle;
  #lengths = new Uint32Array(1024);
  readonly #places: number[] = [];
  #count = 0;
  #size = 0;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** By page number, least recently used first. */
  readonly #pages = new Map<number, Buffer>();
  #isCut = false;
  #hasMissed = false;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Reads the strings part of a workbook, up to `bytesMax` bytes; null if it has none. @throws TableError */
  static async read(content: Readable | null, bytesMax: number): Promise<SharedStrings> {
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    try {
      const strings = new SharedStrings(await open(join(folder, 'strings'), 'w+', 0o600));
      try {
        if (content !== null) await strings.#readAll(content, bytesMax);
        return strings;
      } catch (error) {
        await strings.close();
        throw error;
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** The string at an index, or undefined. */
  get(index: number): string | undefined {
    if (!(index >= 0 && index < this.#count)) {
      this.#hasMissed ||= this.#isCut;
      return undefined;
    }
    let at = this.#places[Math.floor(index / STRIDE)] ?? 0;
    for (let before = index - (index % STRIDE); before < index; before += 1) at += this.#lengths[before] ?? 0;
    const length = this.#lengths[index] ?? 0;
    const first = Math.floor(at / PAGE_BYTES);
    const start = at - first * PAGE_BYTES;
    if (start + length <= PAGE_BYTES) return this.#page(first).toString('utf8', start, start + length);
    const last = Math.floor((at + length - 1) / PAGE_BYTES);
    const pages = Array.from({ length: last - first + 1 }, (_, index) => this.#page(first + index));
    return Buffer.concat(pages).toString('utf8', start, start + length);
  }

  /** True if a requested string was beyond the part read. */
  get hasMissed(): boolean {
    return this.#hasMissed;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #readAll(content: Readable, bytesMax: number): Promise<void> {
    let value = '';
    let isPhonetic = false;
    const turns = readXml(
      content,
      {
        open: (name) => {
          if (name === 'si') value = '';
          if (name === 'rPh') isPhonetic = true;
        },
        close: (name, text) => {
          if (name === 't' && !isPhonetic) value += text;
          if (name === 'rPh') isPhonetic = false;
          if (name === 'sst') this.#isCut = false;
          if (name === 'si') this.#add(unescaped(value));
        },
      },
      bytesMax,
    );
    this.#isCut = true;
    for await (const _turn of turns) if (this.#pendingBytes > WRITE_BYTES) await this.#flush();
    await this.#flush();
  }

  #add(value: string): void {
    if (value.length > IMPORT_LIMITS.cellMax) throw new TableError('cell-size');
    if (this.#count >= STRINGS_MAX) throw new TableError('file-too-dense');
    if (this.#count % STRIDE === 0) this.#places.push(this.#size);
    if (this.#count === this.#lengths.length) {
      const larger = new Uint32Array(this.#lengths.length * 2);
      larger.set(this.#lengths);
      this.#lengths = larger;
    }
    const bytes = Buffer.from(value);
    this.#lengths[this.#count] = bytes.length;
    this.#count += 1;
    this.#size += bytes.length;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    if (bytes.length > 0) await this.#file.appendFile(bytes);
  }

  #page(number: number): Buffer {
    const known = this.#pages.get(number);
    this.#pages.delete(number);
    const [oldest] = this.#pages.keys();
    const isFull = known === undefined && this.#pages.size >= PAGES_KEPT && oldest !== undefined;
    const page = known ?? (isFull ? this.#pages.get(oldest) : undefined) ?? Buffer.alloc(PAGE_BYTES);
    if (isFull) this.#pages.delete(oldest);
    if (known === undefined) {
      const at = number * PAGE_BYTES;
      readSync(this.#file.fd, page, 0, Math.min(PAGE_BYTES, this.#size - at), at);
    }
    this.#pages.set(number, page);
    return page;
  }
}
