import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const made = Buffer.alloc(body.length + 8);
  made.writeUInt32BE(data.length, 0);
  body.copy(made, 4);
  made.writeUInt32BE(crc32(body), body.length + 4);
  return made;
}

type Colour = readonly [red: number, green: number, blue: number];

/** A PNG of one colour, or of two: the second fills the right half. */
export function plainPng(width: number, height: number, left: Colour, right: Colour = left): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([
    Buffer.of(0),
    ...Array.from({ length: width }, (_, x) => Buffer.of(...(x < width / 2 ? left : right))),
  ]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
