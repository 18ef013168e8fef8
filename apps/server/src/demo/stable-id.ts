import { createHash } from 'node:crypto';

/** An id derived from a name, the same in every installation. */
export function stableId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A time-ordered id derived from a name and instant, like those of the product. */
export function stableIdAt(name: string, at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const hex = createHash('sha256').update(name).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-a${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}
