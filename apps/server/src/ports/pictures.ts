/** Edge of a stored picture in pixels. */
export const PICTURE_EDGE = 512;

/**
 * Turns a picture from anywhere into one of ours: PNG, 512 by 512 pixels, with nothing of the original but its pixels. Implemented with libvips.
 * Errors: `field.invalid` with `picture-type`, `picture-pixels` or `picture-damaged` on `file`.
 */
export type NormalisePicture = (bytes: Buffer) => Promise<Buffer>;
