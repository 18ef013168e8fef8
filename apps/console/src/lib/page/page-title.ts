import { createAtom } from '@tanstack/react-store';
import { useEffect } from 'react';

/** Title of the current page, for the document title and the last breadcrumb. */
export const pageTitle = createAtom<string | null>(null);

/** Sets the page title while the calling component is mounted; null while the name is loading. */
export function usePageTitle(name: string | null): void {
  useEffect(() => {
    pageTitle.set(name);
    return () => pageTitle.set(null);
  }, [name]);
}
