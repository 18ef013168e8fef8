import { AppError, type FieldProblem, PICTURE_LIMITS } from '@backcounter/domain';
import type { Metadata, Sharp } from 'sharp';
import type { NormalisePicture, PictureSize } from '../../ports/pictures.ts';

const { pixelsMax: PIXELS_MAX } = PICTURE_LIMITS;
const DECODE_SECONDS_MAX = 10;

/** First bytes of accepted formats; names and declared types are ignored. */
const SIGNATURES = [
  { name: 'png', matches: (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) },
  { name: 'jpeg', matches: (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) },
  {
    name: 'webp',
    matches: (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
] as const;
const DECODERS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'];

/** Limits concurrent tasks; the others wait in order. */
class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs the task when a slot is free and returns its result. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/** Two decoders, to suit a small machine; each needs up to 160 MB. */
const decoding = new Slots(2);

/**
 * Crops around the salient area, rotates upright and converts to sRGB; drops metadata, further frames and trailing
 * data.
 */
export const normalisePicture: NormalisePicture = async (bytes, size) => {
  const format = SIGNATURES.find(({ matches }) => matches(bytes))?.name;
  if (format === undefined) throw notAPicture();
  return decoding.run(async () => {
    const sharp = await loadSharp();
    // Metadata come from the header only: a picture that is too large is refused before any pixel is decoded.
    const input = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1, autoOrient: true });
    const header = await headerOf(input);
    if (header.format !== format) throw notAPicture();
    if (header.width * header.height > PIXELS_MAX) throw tooManyPixels();
    return pixelsOf(input, size);
  });
};

const headerOf = (input: Sharp): Promise<Metadata> => decoded(input.metadata());

const pixelsOf = (input: Sharp, { width, height }: PictureSize): Promise<Buffer> =>
  decoded(
    input
      .timeout({ seconds: DECODE_SECONDS_MAX })
      .resize(width, height, { fit: 'cover', position: 'attention' })
      .toColourspace('srgb')
      .png({ palette: true, quality: 90, effort: 1 })
      .toBuffer(),
  );

async function decoded<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (error) {
    // The decoder's message describes its internals, so it is replaced by one that fits all of them.
    if (error instanceof Error && /pixel limit/.test(error.message)) throw tooManyPixels();
    throw refuse('This picture is damaged or incomplete.', { rule: 'picture-damaged' }, error);
  }
}

/** Loaded with the first picture, to keep start-up fast. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: DECODERS });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

function notAPicture(): AppError {
  return refuse('Only PNG, JPEG and WebP pictures are accepted.', { rule: 'picture-type' });
}

function tooManyPixels(): AppError {
  const megapixels = PIXELS_MAX / 1_000_000;
  return refuse(`The picture has more than ${megapixels} megapixels.`, {
    rule: 'picture-pixels',
    params: { max: megapixels },
  });
}

function refuse(message: string, problem: FieldProblem, cause?: unknown): AppError {
  return new AppError('field.invalid', { message, cause, details: { fields: { file: [problem] } } });
}
