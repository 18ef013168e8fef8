/** Edge length of a stored picture, in pixels. */
export const PICTURE_EDGE = 512;

/**
 * Re-encodes a picture as a 512 × 512 px PNG, dropping all metadata. Implemented with libvips. Throws `field.invalid`
 * with `picture-type`, `picture-pixels` or `picture-damaged` on `file`.
 */
export type NormalisePicture = (bytes: Buffer) => Promise<Buffer>;
