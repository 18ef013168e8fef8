/** Size of a stored picture, in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Re-encodes a picture as a PNG of a size, dropping all metadata. Implemented with libvips. Throws `field.invalid` with
 * `picture-type`, `picture-pixels` or `picture-damaged` on `file`.
 */
export type NormalisePicture = (bytes: Buffer, size: PictureSize) => Promise<Buffer>;
