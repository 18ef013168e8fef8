import { useEffect } from 'react';

let title: string | null = null;
const listeners = new Set<() => void>();
const set = (next: string | null) => {
  title = next;
  for (const listener of listeners) listener();
};

/** Title of the page on screen, for the document title and the last breadcrumb. */
export const pageTitle = {
  current: () => title,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Names the page while the calling component is on screen; null while the name is still being loaded. */
export function usePageTitle(name: string | null): void {
  useEffect(() => {
    set(name);
    return () => set(null);
  }, [name]);
}
