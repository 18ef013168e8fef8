import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { useEffect, useRef } from 'react';
import type { ListName } from '../../generated/graphql.ts';
import { withFilter, withQuery } from '../address/list-url.ts';
import type { PastedProps } from '../list-definition.ts';
import { pasteList } from './paste-list.ts';
import { PastedStrip } from './pasted-strip.tsx';
import { pastedEntries } from './pasted-text.ts';

interface PastedListProps extends PastedProps {
  readonly list: ListName;
  /** The word for a kind of key. */
  readonly labelOf: (match: string) => MessageKey;
}

/** Takes a list that is pasted into the search, filters by it, and shows its outcome. */
export function PastedList({ list, labelOf, state, goTo }: PastedListProps) {
  const { t } = useMessages();
  const paste = async (entries: readonly string[]) => {
    const id = await pasteList(list, entries, t);
    if (id === null) return;
    goTo(withQuery(state, { search: '', filters: { pasted: { kind: 'set', mode: 'in', values: [id] } } }));
  };
  const latest = useRef(paste);
  latest.current = paste;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (!(event.target instanceof HTMLInputElement) || event.target.closest('search') === null) return;
      const entries = pastedEntries(event.clipboardData?.getData('text') ?? '');
      if (entries === null) return;
      event.preventDefault();
      void latest.current(entries);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
  const { pasted } = state.filters;
  const id = pasted?.kind === 'set' ? pasted.values[0] : undefined;
  if (id === undefined) return null;
  return <PastedStrip id={id} labelOf={labelOf} onClear={() => goTo(withFilter(state, 'pasted', null))} />;
}
