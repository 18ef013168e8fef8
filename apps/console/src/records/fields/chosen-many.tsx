import { useMessages } from '@backcounter/i18n/react';
import { MultiSelect } from '@mantine/core';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { LIMITS } from '@backcounter/domain';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { idsOf, idText } from '../../lib/format/id-text.ts';
import { type FieldProps, useField } from '../form/record-form.tsx';

/** An option. */
export interface ManyOption {
  readonly value: string;
  readonly label: string;
}

interface ChosenManyProps<Values> extends FieldProps<Values, string | null> {
  /** Cache key of the options. */
  readonly queryKey: readonly unknown[];
  /** Loads the matches of a text, or exactly these ids. */
  readonly load: (
    ask: { readonly search: string | null; readonly ids: readonly string[] | null },
    signal: AbortSignal,
  ) => Promise<readonly ManyOption[]>;
  readonly placeholder: string;
}

/** Picks several of many records by a search on the server; the form holds their ids. */
export function ChosenMany<Values>(props: ChosenManyProps<Values>) {
  const { label, queryKey, load, placeholder } = props;
  const { t } = useMessages();
  const { value, set, input } = useField(props);
  const chosen = idsOf(value);
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), LIMITS.searchDelayMs);
  const found = useQuery({
    queryKey: ['chosen-many', ...queryKey, 'search', search],
    queryFn: ({ signal }) => load({ search: search || null, ids: null }, signal),
    placeholderData: keepPreviousData,
  });
  const ids = idText(chosen);
  const named = useQuery({
    queryKey: ['chosen-many', ...queryKey, 'ids', ids],
    queryFn: ({ signal }) => load({ search: null, ids: chosen }, signal),
    enabled: ids !== null,
    placeholderData: keepPreviousData,
  });
  const failure = found.error ?? named.error;
  const known = new Map([...(named.data ?? []), ...(found.data ?? [])].map((option) => [option.value, option]));
  // A chosen record keeps a placeholder while its name is loading, so that the pill does not disappear.
  for (const id of chosen) if (!known.has(id)) known.set(id, { value: id, label: '…' });
  return (
    <MultiSelect
      {...input}
      placeholder={chosen.length === 0 ? placeholder : ''}
      searchable
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': t('crud.many.clear', { field: label }) }}
      nothingFoundMessage={t('common.select.nothing')}
      maxDropdownHeight={260}
      data={[...known.values()]}
      filter={({ options }) => options}
      value={[...chosen]}
      searchValue={text}
      error={input.error ?? (failure ? t(errorKeyOf(failure)) : undefined)}
      onSearchChange={setText}
      onChange={(next) => set(idText(next))}
    />
  );
}
