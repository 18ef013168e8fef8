import { LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Select } from '@mantine/core';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldProps, useField } from '../../records/form/record-form.tsx';

/** An option. */
export interface OneOption {
  readonly value: string;
  readonly label: string;
}

interface ChosenOneProps<Values> extends FieldProps<Values, string | null> {
  readonly queryKey: string;
  /** Loads the matches of a text. */
  readonly load: (search: string | null, signal: AbortSignal) => Promise<readonly OneOption[]>;
  readonly placeholder: string;
  /** The record that was chosen before, with its name. */
  readonly known: readonly OneOption[];
}

/** Picks one of many records by a search on the server; the form holds its id. */
export function ChosenOne<Values>(props: ChosenOneProps<Values>) {
  const { label, queryKey, load, placeholder, known } = props;
  const { t } = useMessages();
  const { value, set, input } = useField(props);
  const chosen = value || null;
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), LIMITS.searchDelayMs);
  const [picked, setPicked] = useState<OneOption | null>(null);
  const named = [...known, ...(picked ? [picked] : [])];
  const isName = named.some(({ value: id, label: words }) => id === chosen && words === search);
  const found = useQuery({
    queryKey: ['chosen-one', queryKey, isName ? '' : search],
    queryFn: ({ signal }) => load(isName || search === '' ? null : search, signal),
    placeholderData: keepPreviousData,
  });
  const options = new Map((found.data ?? []).map((option) => [option.value, option]));
  const own = named.find((option) => option.value === chosen);
  if (chosen !== null && !options.has(chosen)) options.set(chosen, own ?? { value: chosen, label: '…' });
  return (
    <Select
      {...input}
      placeholder={placeholder}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('crud.many.clear', { field: label }) }}
      nothingFoundMessage={t('crud.many.none')}
      maxDropdownHeight={260}
      data={[...options.values()]}
      filter={({ options: all }) => all}
      value={chosen}
      searchValue={text}
      error={input.error ?? (found.error ? t(errorKeyOf(found.error)) : undefined)}
      onSearchChange={setText}
      onChange={(next) => {
        setPicked(options.get(next ?? '') ?? null);
        set(next);
      }}
    />
  );
}
