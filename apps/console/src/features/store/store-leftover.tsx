import { LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../../lib/api/graphql-client.ts';
import { FIELD_ORDER } from '../../records/form/record-form.tsx';
import { storeHeirsQuery } from './store.operations.ts';
import type { StoreRecord } from './store-action-list.ts';

interface StoreLeftoverProps {
  readonly store: StoreRecord;
  readonly value: string | null;
  readonly onChange: (storeId: string | null) => void;
}

/** Destination of a closing store's points: none, or an active store. */
export function StoreLeftover({ store, value, onChange }: StoreLeftoverProps) {
  const { t, locale } = useMessages();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), LIMITS.searchDelayMs);
  const heirs = useQuery({
    queryKey: ['store-heirs', search],
    meta: { errorsShown: 'in-toast' },
    queryFn: ({ signal }) => load(storeHeirsQuery, { search: search || null }, signal),
    placeholderData: keepPreviousData,
  });
  const found = (heirs.data?.stores.nodes ?? []).filter(({ id }) => id !== store.id);
  return (
    <>
      <p>{t('store.close.leftover', { figure: new Intl.NumberFormat(locale).format(store.balance ?? 0) })}</p>
      <TextInput
        type="search"
        label={t('store.close.find')}
        maxLength={LIMITS.searchMaxLength}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          // The chosen store may no longer be offered.
          onChange(null);
        }}
      />
      <NativeSelect
        label={t('store.close.leftover-hint')}
        inputWrapperOrder={FIELD_ORDER}
        value={value ?? ''}
        data={[
          { value: '', label: t('store.close.nobody') },
          ...found.map(({ id, name, sid }) => ({ value: id, label: t('store.close.heir', { name, sid }) })),
        ]}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    </>
  );
}
