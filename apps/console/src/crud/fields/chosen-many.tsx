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
import { FIELD_ORDER, type FieldProps, useFieldProblem } from '../../records/form/record-form.tsx';

/** An option. */
export interface ManyOption {
  readonly value: string;
  readonly label: string;
}

interface ChosenManyProps extends FieldProps {
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
export function ChosenMany({ form, name, label, hint, queryKey, load, placeholder }: ChosenManyProps) {
  const { t } = useMessages();
  const chosen = idsOf(form.values[name]);
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
      name={name}
      label={label}
      description={hint}
      inputWrapperOrder={FIELD_ORDER}
      placeholder={chosen.length === 0 ? placeholder : ''}
      searchable
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': t('crud.many.clear', { field: label }) }}
      nothingFoundMessage={t('crud.many.none')}
      maxDropdownHeight={260}
      data={[...known.values()]}
      filter={({ options }) => options}
      value={[...chosen]}
      searchValue={text}
      error={useFieldProblem(form, name) ?? (failure ? t(errorKeyOf(failure)) : undefined)}
      onSearchChange={setText}
      onChange={(next) => form.set(name, idText(next))}
    />
  );
}
