import { zipSync } from 'fflate';
import sharp from 'sharp';

/** A picture of one colour. */
export const pictureOf = (background: string, size = 64): Promise<Buffer> =>
  sharp({ create: { width: size, height: size, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** A ZIP archive of files by path. */
export const archiveOf = (files: Readonly<Record<string, Uint8Array>>, level: 0 | 6 = 0): Buffer =>
  Buffer.from(zipSync(files, { level }));

/** The archive with another value in the headers of its first file: at `local` and `central`, from their starts. */
export function patched(archive: Buffer, local: number, central: number, value: Buffer): Buffer {
  const copy = Buffer.from(archive);
  value.copy(copy, local);
  value.copy(copy, copy.indexOf('PK\x01\x02') + central);
  return copy;
}
