import { useLocation, useRouter } from '@tanstack/react-router';
import { PANEL_KEYS } from '../listing/address/list-url.ts';

/** The panel beside a list, by the URL: `?new`, `?edit=…`, `?arrange`. */
export interface Panel {
  readonly isNew: boolean;
  readonly edited: string | null;
  readonly isArranging: boolean;
  readonly tab: string | null;
  /** The URL's parameters without the tab. */
  readonly search: Readonly<Record<string, string>>;
  readonly open: (key: 'new' | 'arrange') => void;
  /** From another tab of the record to its form. */
  readonly showForm: () => void;
  readonly close: () => void;
}

/** The panel of this page; opening it is a history entry. */
export function usePanel(): Panel {
  const router = useRouter();
  const { searchStr, pathname } = useLocation();
  const params = new URLSearchParams(searchStr);
  const go = (key: string | null, replace: boolean) => {
    const next = new URLSearchParams(searchStr);
    for (const each of PANEL_KEYS) next.delete(each);
    if (key !== null) next.set(key, '');
    void router.navigate({ href: next.size > 0 ? `${pathname}?${next}` : pathname, replace, resetScroll: false });
  };
  return {
    isNew: params.has('new'),
    edited: params.get('edit') || null,
    isArranging: params.has('arrange'),
    tab: params.get('tab'),
    search: Object.fromEntries([...params].filter(([key]) => key !== 'tab')),
    open: (key) => go(key, false),
    showForm: () => {
      const next = new URLSearchParams(searchStr);
      next.delete('tab');
      void router.navigate({ href: `${pathname}?${next}`, resetScroll: false });
    },
    close: () => go(null, true),
  };
}
