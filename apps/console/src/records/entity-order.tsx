import { useMessages } from '@backcounter/i18n/react';
import { EmptyState } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../lib/api/graphql-client.ts';
import { QueryFailure } from '../lib/page/query-failure.tsx';
import { changeSeen } from '../lib/record/record-steps.ts';
import { Select } from '../lib/select/select.tsx';
import type { PageAnswer, PageVariables } from '../listing/list-source.ts';
import styles from '../listing/order/order-list.module.css';
import { OrderList } from '../listing/order/order-list.tsx';
import type { EntityDefinition, EntityOrder, EntityRow } from './entity-definition.ts';
import { type Choices, useChoices } from './fields/choices.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { useRefreshEntity } from './use-entity-record.ts';

const PAGE_SIZE = 100;
/** Enough: no one reorders more by hand. */
const PAGES_MAX = 10;

/** Properties of the panel. */
export interface EntityOrderPanelProps<Row extends EntityRow> {
  readonly definition: EntityDefinition<Row>;
  readonly order: EntityOrder<Row>;
  readonly onClose: () => void;
}

/** `?arrange`: the order of an entity's records, group by group. */
export function EntityOrderPanel<Row extends EntityRow>({ definition, order, onClose }: EntityOrderPanelProps<Row>) {
  const messages = useMessages();
  const { t, locale } = messages;
  const refresh = useRefreshEntity(definition);
  const rows = useQuery({
    queryKey: ['entity', definition.record.noun, 'order', locale],
    queryFn: ({ signal }) => allInOrder(definition, order, locale, signal),
    gcTime: 0,
  });
  const groups = [...new Set(rows.data?.flatMap((row) => order.groupOf(row)?.id ?? []))];
  const choices = rows.data?.[0] && order.groupOf(rows.data[0])?.choices;
  const [chosen, setChosen] = useState<string | null>(null);
  const group = groups.find((id) => id === chosen) ?? groups[0] ?? null;
  const shown = rows.data?.filter((row) => (order.groupOf(row)?.id ?? null) === group) ?? [];
  return (
    <RecordDrawer title={t('crud.order.open')} onClose={onClose}>
      {choices && group !== null ? (
        <GroupChoice choices={choices} groups={groups} group={group} onChoose={setChosen} />
      ) : null}
      {rows.data ? (
        shown.length > 0 ? (
          <OrderList
            key={group}
            asked={rows.dataUpdatedAt}
            label={t(definition.list.titleKey)}
            items={shown.map((row) => ({ id: row.id, version: row.version, name: definition.nameOf(row, messages) }))}
            move={async (item, before, idempotencyKey) => {
              const options = { idempotencyKey, successShown: 'in-place' } as const;
              return (await changeSeen(order.document, item, { before }, options)).saved.record.version;
            }}
            onMoved={() => void refresh()}
          />
        ) : (
          <EmptyState title={t(definition.list.emptyKey)} />
        )
      ) : rows.error ? (
        <QueryFailure query={rows} title={t('crud.place.failed')} />
      ) : null}
    </RecordDrawer>
  );
}

interface GroupChoiceProps {
  readonly choices: Choices;
  readonly groups: readonly string[];
  readonly group: string;
  readonly onChoose: (group: string) => void;
}

function GroupChoice({ choices, groups, group, onChoose }: GroupChoiceProps) {
  const { t } = useMessages();
  const known = useChoices(choices);
  return (
    <div className={styles['group']}>
      <Select
        label={t('crud.order.group')}
        value={group}
        options={groups.map((id) => ({ value: id, label: known.find(({ value }) => value === id)?.label ?? id }))}
        onChange={onChoose}
      />
    </div>
  );
}

async function allInOrder<Row extends EntityRow>(
  definition: EntityDefinition<Row>,
  order: EntityOrder<Row>,
  locale: string,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const query = { sort: { key: order.sort, direction: 'ASC' } as never, filter: { archived: false } as never };
  let after: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const variables: PageVariables = { first: PAGE_SIZE, ...(after ? { after } : {}), ...query, search: null, locale };
    const { list }: PageAnswer<Row> = await load(definition.documents.page, variables, signal);
    rows.push(...list.nodes);
    after = list.pageInfo.endCursor ?? null;
    if (!list.pageInfo.hasNextPage || after === null) break;
  }
  return rows;
}
