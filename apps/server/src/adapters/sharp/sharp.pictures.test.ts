import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { normalisePicture } from './sharp.pictures.ts';
import {
  apng,
  jpegWithMetadata,
  metadataBomb,
  picture,
  pngChunk,
  pngOfSize,
  withTail,
  zipBomb,
} from './testing/hostile-pictures.ts';

const SQUARE = { width: 512, height: 512 };
const ruleOf = async (bytes: Buffer): Promise<string> =>
  normalisePicture(bytes, SQUARE).then(
    () => 'taken',
    (error) => error.details?.fields?.file?.[0]?.rule ?? String(error),
  );
/** Chunk names of a PNG. */
function chunksOf(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12)
    names.push(bytes.toString('latin1', at + 4, at + 8));
  return names;
}

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#467' } });

describe('a picture', () => {
  it.each([
    ['PNG', () => picture().png().toBuffer()],
    ['JPEG', () => picture().jpeg().toBuffer()],
    ['WebP', () => picture().webp().toBuffer()],
    ['a PNG of one pixel', () => picture(1, 1).png().toBuffer()],
    ['a PNG with transparency', () => picture().ensureAlpha(0.5).png().toBuffer()],
    ['a grey PNG of 16 bits', () => picture().greyscale().toColourspace('grey16').png().toBuffer()],
    ['a JPEG in CMYK', () => picture().toColourspace('cmyk').jpeg().toBuffer()],
    [
      'an animated WebP',
      async () =>
        sharp(await Promise.all([picture(), picture()].map((frame) => frame.png().toBuffer())), {
          join: { animated: true },
        })
          .webp({ loop: 0 })
          .toBuffer(),
    ],
    ['an animated PNG', apng],
    ['39 megapixels', () => plain(6500, 6000).jpeg().toBuffer()],
  ])('%s becomes a PNG of 512 by 512 pixels in sRGB, of one frame [spec 3.15]', async (_name, make) => {
    const made = await normalisePicture(await make(), SQUARE);
    const { format, width, height, pages, space } = await sharp(made).metadata();
    expect({ format, width, height, pages: pages ?? 1, space }).toEqual({
      format: 'png',
      width: 512,
      height: 512,
      pages: 1,
      space: 'srgb',
    });
    expect(made.length).toBeLessThan(400_000);
    expect(chunksOf(made).filter((name) => !['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'pHYs'].includes(name))).toEqual(
      [],
    );
  });

  it('keeps its pixels', async () => {
    const { data, info } = await sharp(await normalisePicture(await picture(512, 512).png().toBuffer(), SQUARE))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const green = (column: number) => data[(256 * info.width + column) * info.channels + 1] ?? -1;
    expect([green(5), green(256), green(506)].map((value) => Math.round(value / 25))).toEqual([0, 5, 10]);
  });

  it('from a phone is upright and has lost location, name and comments', async () => {
    const sent = await jpegWithMetadata();
    expect(sent.includes('CANARY-ARTIST')).toBe(true);
    const made = await normalisePicture(sent, SQUARE);
    expect(made.includes('CANARY')).toBe(false);
    // After a quarter turn the gradient runs from top to bottom.
    const { data, info } = await sharp(made).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const green = (row: number) => data[(row * info.width + 256) * info.channels + 1] ?? -1;
    expect(green(500) - green(10)).toBeGreaterThan(100);
  });

  it.each([
    ['a script', '<script>alert("CANARY")</script>'],
    ['an archive', 'PK\u0003\u0004CANARY'],
    ['a page', '<!doctype html><title>CANARY</title>'],
  ])('with %s attached becomes the picture only', async (_name, tail) => {
    expect((await normalisePicture(await withTail(tail), SQUARE)).includes('CANARY')).toBe(false);
  });
});

describe('a file that is not a picture', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['nothing', () => Buffer.alloc(0)],
    ['a text', () => Buffer.from('hello')],
    [
      'an SVG with a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    [
      'an SVG behind an XML declaration',
      () => Buffer.from('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
    ],
    ['a GIF', () => picture().gif().toBuffer()],
    ['a TIFF', () => picture().tiff().toBuffer()],
    ['an AVIF', () => picture().avif({ effort: 0 }).toBuffer()],
    ['a PDF', () => Buffer.from('%PDF-1.7\n')],
    ['a BMP', () => Buffer.from('BM\0\0\0\0')],
    ['an archive', () => Buffer.from('PK\u0003\u0004')],
    ['RIFF of another kind', () => Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
  ])('is refused by its content: %s [pictures 1]', async (_name, make) => {
    expect(await ruleOf(await make())).toBe('picture-type');
  });

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    [
      'a page with the first bytes of a PNG',
      () =>
        Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<html><script>alert(1)</script></html>')]),
    ],
    [
      'a JPEG that is cut off',
      async () => {
        const whole = await picture(800, 600).jpeg().toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
    ],
    [
      'a PNG that is cut off',
      async () => {
        const whole = await picture(800, 600).png({ compressionLevel: 0 }).toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
    ],
    [
      'a WebP that is cut off',
      async () => {
        const whole = await picture(800, 600).webp().toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
    ],
    ['a PNG with the header of another picture', () => pngOfSize(4000, 4000)],
    [
      'a PNG without pixels',
      () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), pngChunk('IEND', Buffer.alloc(0))]),
    ],
    ['the start of a JPEG', () => Buffer.from('ffd8ffe000104a46494600', 'hex')],
    ['a WebP of nothing', () => Buffer.from('RIFF\x04\0\0\0WEBP')],
  ])('or is damaged: %s', async (_name, make) => {
    expect(await ruleOf(await make())).toBe('picture-damaged');
  });

  it.each([
    ['65,000 pixels wide and high', () => pngOfSize(65_000, 65_000)],
    ['a thin line that is too long', () => pngOfSize(2_000_000, 21)],
    ['41 megapixels', () => plain(8200, 5000).jpeg().toBuffer()],
    // Too large by its header; the body would not decode.
    ['41 megapixels, without a pixel', async () => (await plain(8200, 5000).jpeg().toBuffer()).subarray(0, 1_000)],
  ])('or has too many pixels: %s', async (_name, make) => {
    expect(await ruleOf(await make())).toBe('picture-pixels');
  });

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['pixels', zipBomb],
    ['metadata', metadataBomb],
  ])('and bombs of %s take neither memory nor time [pictures 1]', async (_name, make) => {
    const bytes = await make();
    const before = process.memoryUsage().rss;
    const cpu = process.cpuUsage();
    await ruleOf(bytes);
    const { user, system } = process.cpuUsage(cpu);
    // CPU time in microseconds, so that a busy machine does not matter.
    expect(user + system).toBeLessThan(3_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  it('never crashes the server, however damaged', async () => {
    const whole = await Promise.all([
      picture(40, 30).png().toBuffer(),
      picture(40, 30).jpeg().toBuffer(),
      picture(40, 30).webp().toBuffer(),
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(2),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        async (which, changes) => {
          const bytes = Buffer.from(whole[which] as Buffer);
          for (const [place, value] of changes) bytes[Math.floor(place * (bytes.length - 1))] = value;
          expect(['taken', 'picture-damaged', 'picture-type', 'picture-pixels']).toContain(await ruleOf(bytes));
        },
      ),
      { numRuns: 150 },
    );
  });
});
