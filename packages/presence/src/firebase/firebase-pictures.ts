import type { FirebaseApp } from '@firebase/app';
import { connectStorageEmulator, getDownloadURL, getStorage, ref } from '@firebase/storage';

const RETRY_MAX_MS = 10_000;

/** Requests the download URL of `profile_pictures/{firebaseId}.png` from Cloud Storage. */
export function pictureSource(
  app: FirebaseApp,
  emulator: { readonly host: string; readonly port: number } | undefined,
): (firebaseId: string) => Promise<string> {
  const storage = getStorage(app);
  storage.maxOperationRetryTime = RETRY_MAX_MS;
  if (emulator) connectStorageEmulator(storage, emulator.host, emulator.port);
  return (firebaseId) => getDownloadURL(ref(storage, `profile_pictures/${firebaseId}.png`));
}
