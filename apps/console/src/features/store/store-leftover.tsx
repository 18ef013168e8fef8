import { LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../../lib/api/graphql-client.ts';
import { Select } from '../../lib/select/select.tsx';
import { storeHeirsQuery } from './store.operations.ts';
import type { StoreRecord } from './store-action-list.ts';

interface StoreLeftoverProps {
  readonly store: StoreRecord;
  readonly value: string | null;
  readonly onChange: (storeId: string | null) => void;
}

/** Destination of a closing store's points: none, or an active store. */
export function StoreLeftover({ store, value, onChange }: StoreLeftoverProps) {
  const { t } = useMessages();
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
      <p>{t('store.close.leftover', { count: store.balance ?? 0 })}</p>
      <Select<string | null>
        label={t('store.close.leftover-hint')}
        value={value}
        options={[
          ...(text === '' ? [{ value: null, label: t('store.close.no-store') }] : []),
          ...found.map(({ id, name, sid }) => ({ value: id, label: name, note: sid })),
        ]}
        onSearch={setText}
        onChange={onChange}
      />
    </>
  );
}
