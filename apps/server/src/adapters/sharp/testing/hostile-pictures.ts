import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG chunk with its checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

function header(width: number, height: number, colourType = 2): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, colourType, 0, 0, 0], 8);
  return pngChunk('IHDR', data);
}

const png = (...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([PNG_SIGNATURE, ...chunks, pngChunk('IEND', Buffer.alloc(0))]);

/** A gradient, so that a wrong decode is visible. */
export function picture(width = 300, height = 200): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 3) {
    const column = (at / 3) % width;
    pixels.set([200, Math.floor((column / width) * 255), 40], at);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A PNG whose header declares far more pixels than it contains. */
export const pngOfSize = (width: number, height: number): Buffer =>
  png(header(width, height), pngChunk('IDAT', deflateSync(Buffer.alloc(1000))));

/** A small PNG whose few bytes unpack to 60 MB. */
export const zipBomb = (): Buffer =>
  png(header(100, 100), pngChunk('IDAT', deflateSync(Buffer.alloc(60_000_000), { level: 9 })));

/** A PNG with a compressed text and a colour profile that each unpack to 100 MB. */
export async function metadataBomb(): Promise<Buffer> {
  const plain = await picture().png().toBuffer();
  const packed = deflateSync(Buffer.alloc(100_000_000), { level: 9 });
  const text = pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), packed]));
  const profile = pngChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), packed]));
  return Buffer.concat([plain.subarray(0, 33), profile, text, plain.subarray(33)]);
}

/** A PNG of two frames; viewers without animation show the first. */
export async function apng(): Promise<Buffer> {
  const plain = await picture().png().toBuffer();
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2, 0);
  return Buffer.concat([plain.subarray(0, 33), pngChunk('acTL', control), plain.subarray(33)]);
}

/** A JPEG with comments, orientation and location, as large as fits. */
export async function jpegWithMetadata(): Promise<Buffer> {
  const plain = await picture()
    .jpeg()
    .withExif({ IFD0: { Artist: 'CANARY-ARTIST' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const segments = Array.from({ length: 40 }, () => {
    const segment = Buffer.alloc(65_535 + 2, 'CANARY-COMMENT ');
    segment.set([0xff, 0xfe, 0xff, 0xff], 0);
    return segment;
  });
  return Buffer.concat([plain.subarray(0, 2), ...segments, plain.subarray(2)]);
}

/** A picture with trailing data: a script, a zip, noise. */
export async function withTail(tail: string): Promise<Buffer> {
  return Buffer.concat([await picture().png().toBuffer(), Buffer.from(tail), randomBytes(5000)]);
}
