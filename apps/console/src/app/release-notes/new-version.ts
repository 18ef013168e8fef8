import { batch, createAtom } from '@tanstack/react-store';
import { bestEffort } from '../../lib/page/best-effort.ts';

const CHECK_INTERVAL_MS = 10 * 60_000;
const MIN_DISTANCE_MS = 60_000;

const isOutdated = createAtom(false);
const isPostponed = createAtom(false);
const isRequired = createAtom(false);

/** Whether a newer console has been deployed. Only the person reloads; it is never forced. */
export const newVersion = {
  isOffered: createAtom(() => isOutdated.get() && !isPostponed.get()),
  /** Whether the server no longer accepts this console: saving fails until it is reloaded. */
  isRequired,
  announce: () =>
    batch(() => {
      isOutdated.set(true);
      isPostponed.set(false);
    }),
  require: () => isRequired.set(true),
  postpone: () => isPostponed.set(true),
};

/** URL of the entry script in a page's HTML; it differs in every build. */
export function entryScriptOf(html: string): string | null {
  return /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(html)?.[1] ?? null;
}

/**
 * Checks for another entry script when the window gets the focus and every ten minutes, at most once a minute, and when
 * a file is missing.
 */
export function watchVersion(): void {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? null;
  if (own === null || !own.startsWith('/assets/')) return;
  let lastCheck = Date.now();
  const check = (minDistanceMs: number) => {
    if (isOutdated.get() || !navigator.onLine || Date.now() - lastCheck < minDistanceMs) return;
    lastCheck = Date.now();
    void bestEffort('Looking for a new version', async () => {
      const response = await fetch('/', { cache: 'no-store', credentials: 'omit', headers: { accept: 'text/html' } });
      const found = response.ok ? entryScriptOf(await response.text()) : null;
      if (found !== null && found !== own) newVersion.announce();
    });
  };
  window.addEventListener('focus', () => check(MIN_DISTANCE_MS));
  // A missing file of this build is the surest sign of another build.
  window.addEventListener('vite:preloadError', () => check(0));
  setInterval(() => check(MIN_DISTANCE_MS), CHECK_INTERVAL_MS);
}
