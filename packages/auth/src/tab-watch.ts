/** What happens to the stored user in other tabs of this browser. */
export interface OtherTabs {
  onRemoved(): void;
  onChanged(): void;
}

const channelName = (storedUserKey: string) => `backcounter.signed-out:${storedUserKey}`;

/** Tells the other tabs that the person signed out; with tab-scoped storage nothing else does. Internal. */
export function announceSignOut(storedUserKey: string): void {
  const channel = new BroadcastChannel(channelName(storedUserKey));
  channel.postMessage('signed-out');
  channel.close();
}

/** Tells within the time of an event that another tab signed out or renewed. Returns the function that stops it. Internal. */
export function watchOtherTabs(storedUserKey: string, listener: OtherTabs): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(channelName(storedUserKey));
  channel.addEventListener('message', () => listener.onRemoved());
  stop.signal.addEventListener('abort', () => channel.close());
  window.addEventListener(
    'storage',
    (event) => {
      if (event.storageArea !== window.localStorage) return;
      // A null key: the whole store was cleared.
      if (event.key === null || (event.key === storedUserKey && event.newValue === null)) listener.onRemoved();
      else if (event.key === storedUserKey) listener.onChanged();
    },
    { signal: stop.signal },
  );
  return () => stop.abort();
}

const TAB_KEY = 'backcounter.tab';
const RELOAD_WAIT_MS = 1_000;

/**
 * For tab-scoped storage: duplicating a tab copies its session storage, and two tabs must not share a rotating refresh token. Each tab
 * holds a lock named by an id in its session storage. Returns false when another living tab holds it: this one is a copy. Internal.
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

/** Holds the lock until the page goes away. Waits a little: after a reload the page before may not have let go yet. */
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
