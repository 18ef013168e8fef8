import { createAtom } from '@tanstack/react-store';
import { useEffect } from 'react';

/** Title of the page on screen, for the document title and the last breadcrumb. */
export const pageTitle = createAtom<string | null>(null);

/** Names the page while the calling component is on screen; null while the name is still being loaded. */
export function usePageTitle(name: string | null): void {
  useEffect(() => {
    pageTitle.set(name);
    return () => pageTitle.set(null);
  }, [name]);
}
