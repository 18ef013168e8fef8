import type { Presence } from '../presence.port.ts';

/** Host and port of an emulator of a Firebase service. */
export interface FirebaseEmulator {
  readonly host: string;
  readonly port: number;
}

/** A Firebase project, as its console shows it for a web app; nothing in it is secret. */
export interface FirebasePresenceSettings {
  readonly apiKey: string;
  readonly projectId: string;
  readonly databaseUrl: string;
  /** Without one there are no pictures. */
  readonly storageBucket?: string;
  /**
   * Path of a node with the number of entries in `online`, maintained by a function of the project. Without one the
   * whole collection is read, which is fine up to about 20,000 entries.
   */
  readonly countPath?: string;
  /** Path below which each store id has its count. Without one, each store costs a query by `store_sid`. */
  readonly storeCountsPath?: string;
  /** Name under which the browser stores the sign-in; default `backcounter-presence`. Two instances need two names. */
  readonly name?: string;
  /** For tests: emulators instead of Google's services. */
  readonly emulators?: {
    /** Such as `http://127.0.0.1:9099`. */
    readonly authUrl: string;
    readonly database: FirebaseEmulator;
    readonly storage: FirebaseEmulator;
  };
}

/**
 * Creates a client of Firebase by its SDK, which is loaded now; the part for pictures with the first picture. The
 * sign-in is stored in IndexedDB, so `onAuth` may report an earlier user.
 */
export async function createFirebasePresence(settings: FirebasePresenceSettings): Promise<Presence> {
  const { apiKey, projectId, databaseUrl, storageBucket, emulators } = settings;
  const [{ deleteApp, initializeApp }, { FirebaseAuth }, { FirebaseDatabase }, { FirebasePresence }] =
    await Promise.all([
      import('@firebase/app'),
      import('./firebase-auth.ts'),
      import('./firebase-database.ts'),
      import('./firebase-presence.ts'),
    ]);
  const app = initializeApp(
    { apiKey, projectId, databaseURL: databaseUrl, ...(storageBucket !== undefined && { storageBucket }) },
    settings.name ?? 'backcounter-presence',
  );
  let pictures: Promise<(firebaseId: string) => Promise<string>> | undefined;
  return new FirebasePresence({
    auth: new FirebaseAuth(app, emulators?.authUrl),
    database: new FirebaseDatabase(app, emulators?.database),
    async pictureUrl(firebaseId) {
      pictures ??= import('./firebase-pictures.ts').then(({ pictureSource }) => pictureSource(app, emulators?.storage));
      const ask = await pictures.catch((cause) => {
        // Retry a failed import with the next picture.
        pictures = undefined;
        throw cause;
      });
      return ask(firebaseId);
    },
    countPath: settings.countPath,
    storeCountsPath: settings.storeCountsPath,
    close: () => deleteApp(app).catch((cause) => console.warn('Presence, end of Firebase:', cause)),
  });
}
