import { LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import { Select } from '../../lib/select/select.tsx';
import { type FieldProps, useField } from '../form/record-form.tsx';

/** An option. */
export interface OneOption {
  readonly value: string;
  readonly label: string;
}

interface ChosenOneProps<Values> extends FieldProps<Values, string | null> {
  readonly queryKey: string;
  /** Loads the matches of a text. */
  readonly load: (search: string | null, signal: AbortSignal) => Promise<readonly OneOption[]>;
  readonly placeholder?: string;
  /** Label of "none"; without it a choice is required. */
  readonly noneLabel?: string;
  /** The record that was chosen before, with its name. */
  readonly known: readonly OneOption[];
}

/** Picks one of many records by a search on the server; the form holds its id. */
export function ChosenOne<Values>(props: ChosenOneProps<Values>) {
  const { queryKey, load, placeholder, noneLabel, known } = props;
  const { t } = useMessages();
  const { value, set, input } = useField(props);
  const chosen = value || null;
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), LIMITS.searchDelayMs);
  const [picked, setPicked] = useState<OneOption | null>(null);
  const found = useQuery({
    queryKey: ['chosen-one', queryKey, search],
    queryFn: ({ signal }) => load(search || null, signal),
    placeholderData: keepPreviousData,
  });
  const named = [...known, ...(picked ? [picked] : []), ...(found.data ?? [])];
  const own = chosen === null ? [] : [named.find((option) => option.value === chosen) ?? { value: chosen, label: '…' }];
  const rest = (found.data ?? []).filter((option) => option.value !== chosen);
  const none = noneLabel === undefined ? [] : [{ value: null, label: noneLabel }];
  return (
    <Select<string | null>
      {...input}
      {...(placeholder === undefined ? {} : { placeholder })}
      options={text === '' ? [...none, ...own, ...rest] : (found.data ?? [])}
      value={chosen}
      error={input.error ?? (found.error ? t(errorKeyOf(found.error)) : undefined)}
      onSearch={setText}
      onChange={(next) => {
        setPicked(named.find((option) => option.value === next) ?? null);
        set(next);
      }}
    />
  );
}
