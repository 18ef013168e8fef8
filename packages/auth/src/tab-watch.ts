const channelName = (storedUserKey: string) => `backcounter.signed-out:${storedUserKey}`;

/** Announces a sign-out to the other tabs, for tab-scoped storage, which they cannot see. Internal. */
export function announceSignOut(storedUserKey: string): void {
  const channel = new BroadcastChannel(channelName(storedUserKey));
  channel.postMessage('signed-out');
  channel.close();
}

/** Listens for such announcements of other tabs. Returns the function that stops it. Internal. */
export function hearSignOut(storedUserKey: string, onSignedOut: () => void): () => void {
  const channel = new BroadcastChannel(channelName(storedUserKey));
  channel.addEventListener('message', onSignedOut);
  return () => channel.close();
}

/**
 * Calls `onChange` when another tab changes or removes the user in local storage. Returns the function that stops it.
 * Internal.
 */
export function watchStoredUser(storedUserKey: string, onChange: () => void): () => void {
  const stop = new AbortController();
  window.addEventListener(
    'storage',
    ({ storageArea, key }) => {
      // A null key: the whole store was cleared.
      if (storageArea === window.localStorage && (key === null || key === storedUserKey)) onChange();
    },
    { signal: stop.signal },
  );
  return () => stop.abort();
}

const TAB_KEY = 'backcounter.tab';
const RELOAD_WAIT_MS = 1_000;

/**
 * For tab-scoped storage: duplicating a tab copies its session storage, but two tabs must not share a rotating refresh
 * token. Each tab holds a lock named by an id in its session storage. Returns false when another live tab holds it:
 * this one is a copy. Internal.
 */
export async function claimTab(): Promise<boolean> {
  if (!('locks' in navigator)) return true;
  const isOriginal = await holdLock(tabId());
  if (isOriginal) return true;
  sessionStorage.removeItem(TAB_KEY);
  await holdLock(tabId());
  return false;
}

function tabId(): string {
  const id = sessionStorage.getItem(TAB_KEY) ?? crypto.randomUUID();
  sessionStorage.setItem(TAB_KEY, id);
  return id;
}

/** Holds the lock until the page is unloaded. Waits briefly: after a reload, the previous page may still hold it. */
function holdLock(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request(`${TAB_KEY}:${id}`, { signal: AbortSignal.timeout(RELOAD_WAIT_MS) }, () => {
        resolve(true);
        return new Promise<never>(() => undefined);
      })
      .catch(() => resolve(false));
  });
}
