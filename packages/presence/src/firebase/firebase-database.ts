import type { FirebaseApp } from '@firebase/app';
import {
  connectDatabaseEmulator,
  type Database,
  type DataSnapshot,
  equalTo,
  forceWebSockets,
  getDatabase,
  goOffline,
  goOnline,
  onValue,
  orderByChild,
  type Query,
  query,
  ref,
} from '@firebase/database';
import type { Unsubscribe } from '../presence.port.ts';

// The other transport loads scripts, which a strict content security policy refuses.
forceWebSockets();

/** Reads of the realtime database. */
export class FirebaseDatabase {
  readonly #database: Database;

  constructor(app: FirebaseApp, emulator: { readonly host: string; readonly port: number } | undefined) {
    this.#database = getDatabase(app);
    if (emulator) connectDatabaseEmulator(this.#database, emulator.host, emulator.port);
  }

  /**
   * Value of a path, now and after each change; calls `onRefused` when the rules do not allow it, and nothing
   * afterwards.
   */
  watch(path: string, onSnapshot: (snapshot: DataSnapshot) => void, onRefused: (cause: Error) => void): Unsubscribe {
    return onValue(ref(this.#database, path), onSnapshot, onRefused);
  }

  /** The same for the children of a path whose field has this value. */
  watchWhere(
    path: string,
    [field, value]: readonly [string, string],
    onSnapshot: (snapshot: DataSnapshot) => void,
    onRefused: (cause: Error) => void,
  ): Unsubscribe {
    const matching: Query = query(ref(this.#database, path), orderByChild(field), equalTo(value));
    return onValue(matching, onSnapshot, onRefused);
  }

  /** Reconnects immediately. */
  reconnect(): void {
    goOffline(this.#database);
    goOnline(this.#database);
  }
}
