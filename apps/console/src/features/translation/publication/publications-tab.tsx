import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { part } from '../../../lib/page/part.ts';
import { ListPart } from '../../../listing/list-page.tsx';
import { RecordListTab } from '../../../records/record-list-tab.tsx';
import { type LanguageRecord, OPEN_MESSAGE } from '../language/use-translation-language.ts';
import { publicationList } from './publication.list.tsx';

const PublicationDialog = part(() => import('./publication-dialog.tsx'), 'PublicationDialog');

/** Publications, newest first. Each can be viewed, and published again. */
export function PublicationsTab({ language }: { readonly language: LanguageRecord }) {
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const definition = useMemo(() => publicationList(language.id, pathname), [language.id, pathname]);
  const params = new URLSearchParams(searchStr);
  const open = params.get(OPEN_MESSAGE) || null;
  const [closed, setClosed] = useState<string | null>(null);
  const close = () => {
    setClosed(open);
    params.delete(OPEN_MESSAGE);
    void router.navigate({ href: `${pathname}?${params}`, replace: true, resetScroll: false });
  };
  return (
    <RecordListTab>
      <ListPart definition={definition} openRow={open} />
      {open === null ? null : (
        <PublicationDialog key={`${open} ${closed}`} language={language} id={open} onClose={close} />
      )}
    </RecordListTab>
  );
}
