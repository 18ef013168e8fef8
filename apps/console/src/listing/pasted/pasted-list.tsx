import { useMessages } from '@backcounter/i18n/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type ListState, withFilter, withQuery } from '../address/list-url.ts';
import type { ListDefinition } from '../list-definition.ts';
import { fileEntries } from './paste-file.ts';
import { pasteList } from './paste-list.ts';
import { pastedColumn } from './pasted-column.tsx';
import { PastedStrip } from './pasted-strip.tsx';
import { pastedEntries } from './pasted-text.ts';

interface PastedListProps {
  readonly definition: Pick<ListDefinition<never>, 'capability' | 'name' | 'rowId' | 'scope'>;
  readonly state: ListState;
  readonly goTo: (state: ListState) => void;
}

/** Takes a list that is pasted into the search, filters by it, and shows its outcome. */
export function PastedList({ definition, state, goTo }: PastedListProps) {
  const { t, locale } = useMessages();
  const paste = async (given: readonly string[] | File) => {
    const entries = given instanceof File ? await fileEntries(given, { t, locale }) : given;
    if (entries === null) return;
    const { capability: list, scope = null } = definition;
    const id = (await pasteList({ list, within: scope, entries }, t))?.id;
    if (id === undefined) return;
    goTo(withQuery(state, { search: '', filters: { pasted: { kind: 'set', mode: 'in', values: [id] } } }));
  };
  const latest = useRef(paste);
  latest.current = paste;
  useEffect(() => {
    const isInSearch = ({ target }: Event) => target instanceof Element && target.closest('search') !== null;
    const onPaste = (event: ClipboardEvent) => {
      if (!(event.target instanceof HTMLInputElement && isInSearch(event))) return;
      const entries = pastedEntries(event.clipboardData?.getData('text') ?? '');
      if (entries === null) return;
      event.preventDefault();
      void latest.current(entries);
    };
    const onDrop = (event: DragEvent) => {
      if (!isInSearch(event) || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (event.type === 'drop' && file) void latest.current(file);
    };
    const gone = new AbortController();
    document.addEventListener('paste', onPaste, gone);
    document.addEventListener('dragover', onDrop, gone);
    document.addEventListener('drop', onDrop, gone);
    return () => gone.abort();
  }, []);
  const { pasted } = state.filters;
  const id = pasted?.kind === 'set' && pasted.values.length === 1 ? pasted.values[0] : undefined;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (id) queryClient.setQueryData(['match-column', definition.name, id], pastedColumn(definition, id));
  }, [queryClient, definition, id]);
  if (id === undefined) return null;
  return (
    <PastedStrip
      id={id}
      isPart={definition.scope !== undefined}
      onClear={() => goTo(withFilter(state, 'pasted', null))}
    />
  );
}
