import { createSecretKey } from 'node:crypto';
import type { CurrentSecret } from '../server-secret.ts';

/** A key that is never rotated. */
export function fixedSecret(bytes: Buffer): CurrentSecret {
  const key = createSecretKey(bytes);
  return () => ({ signing: key, accepted: [key] });
}
