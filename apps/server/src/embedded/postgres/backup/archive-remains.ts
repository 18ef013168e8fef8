import { type FileHandle, open } from 'node:fs/promises';

const HEADER_BYTES = 30;
const SIGNATURE = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const NAME_BYTES_MAX = 1024;
const CHUNK_BYTES = 1024 * 1024;

/** Whether the first file in an archive has this name, even if the rest is lost. */
export async function startsWith(file: string, name: string): Promise<boolean> {
  const handle = await open(file);
  try {
    return (await readAt(handle, HEADER_BYTES, name.length)).toString() === name;
  } finally {
    await handle.close();
  }
}

/**
 * The name of the last file that starts in an archive whose directory is lost.
 *
 * @param isName distinguishes names from bytes that only look like one
 */
export async function lastHeaderIn(file: string, isName: (name: string) => boolean): Promise<string | null> {
  const handle = await open(file);
  try {
    for (let end = (await handle.stat()).size; end > 0; end -= CHUNK_BYTES) {
      const start = Math.max(0, end - CHUNK_BYTES);
      // A header that starts in this chunk may end in the next.
      const chunk = await readAt(handle, start, end - start + HEADER_BYTES + NAME_BYTES_MAX);
      for (let at = chunk.lastIndexOf(SIGNATURE, end - start - 1); at >= 0; at = chunk.lastIndexOf(SIGNATURE, at - 1)) {
        const name = nameAt(chunk, at);
        if (name !== null && isName(name)) return name;
        if (at === 0) break;
      }
    }
    return null;
  } finally {
    await handle.close();
  }
}

function nameAt(chunk: Buffer, at: number): string | null {
  if (at + HEADER_BYTES > chunk.length) return null;
  const start = at + HEADER_BYTES;
  const end = start + chunk.readUInt16LE(at + 26);
  return end > chunk.length ? null : chunk.subarray(start, end).toString();
}

async function readAt(handle: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await handle.read(buffer, 0, bytes, position);
  return buffer.subarray(0, bytesRead);
}
