/** The part of a storage that the console uses. */
export type SafeStore = Pick<Storage, 'getItem' | 'setItem'>;

/** A storage that never throws: in private windows and on full disks it just forgets. */
function safeStore(kind: string, storage: () => Storage): SafeStore {
  return {
    getItem(name) {
      try {
        return storage().getItem(name);
      } catch (cause) {
        console.warn(`Reading ${name} from ${kind} storage:`, cause);
        return null;
      }
    },
    setItem(name, value) {
      try {
        storage().setItem(name, value);
      } catch (cause) {
        console.warn(`Writing ${name} to ${kind} storage:`, cause);
      }
    },
  };
}

/** Shared by all tabs, kept when they are closed. */
export const localStore = safeStore('local', () => localStorage);

/** This tab's own. */
export const tabStore = safeStore('session', () => sessionStorage);
