import { useMessages } from '@backcounter/i18n/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bestEffort } from '../page/best-effort.ts';

/** Keeps the record on screen as recently opened; does nothing until its name is known. */
export function useNoteRecord(href: string | null, title: string | null): void {
  const { locale } = useMessages();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (href === null || title === null) return;
    void bestEffort('A recent record', async () => {
      const { noteRecord } = await import('./recent-records.ts');
      await noteRecord({ href, title, locale }, queryClient);
    });
  }, [href, title, locale, queryClient]);
}
