import type { CropArea } from './picture-crop.tsx';

/** More than any view shows. */
const EDGE_MAX = 1_024;

/** The area of a picture as a picture of its own, upright, at most 1,024 pixels a side. @throws Error if the browser can't decode it */
export async function cutPicture(file: File, area: CropArea): Promise<Blob> {
  const address = URL.createObjectURL(file);
  try {
    const image = Object.assign(new Image(), { src: address });
    await image.decode();
    const scale = Math.min(1, EDGE_MAX / Math.max(area.width, area.height));
    const [width, height] = [Math.round(area.width * scale), Math.round(area.height * scale)];
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    canvas.getContext('2d')?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, width, height);
    const isPhoto = file.type === 'image/jpeg';
    const cut = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, isPhoto ? 'image/jpeg' : 'image/png', 0.92);
    });
    if (cut === null) throw new Error('The picture could not be encoded');
    return cut;
  } finally {
    URL.revokeObjectURL(address);
  }
}
