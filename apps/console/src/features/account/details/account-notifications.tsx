import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountNotificationCountsQueryVariables, AccountNotificationsQuery } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { countedChoices, TabFilter } from '../../../records/tab/tab-filter.tsx';
import { Latest } from '../../../records/tab/tab-head.tsx';
import { TabCard, TabRow, TabRows } from '../../../records/tab/tab-rows.tsx';
import { DeliveryStateMark } from '../../notification/public.tsx';
import type { AccountRecord } from '../use-account.ts';
import { accountNotificationCountsQuery, accountNotificationsQuery } from './account-notifications.operations.ts';
import { useDetailsCounts, useDetailsPages } from './use-account-details.ts';

type Delivery = AccountNotificationsQuery['accountNotifications']['nodes'][number];
const PAGE_SIZE = 25;
/** States that the filter tells apart; together they are all. */
const GROUPS = {
  opened: ['OPENED'],
  delivered: ['SENT', 'RECEIVED'],
  failed: ['FAILED'],
  unsent: ['PENDING', 'DEFERRED', 'SENDING', 'SKIPPED', 'CANCELED'],
} as const;
type Group = keyof typeof GROUPS;
const GROUP_NAMES = Object.keys(GROUPS) as readonly Group[];

/** Notifications addressed to an account: topic, state, and the reason if one was not delivered. */
export function AccountNotifications({ account }: { readonly account: AccountRecord }) {
  const { t, locale } = useMessages();
  const [group, setGroup] = useState<Group | null>(null);
  const of = (each: Group) => ({ account: { in: [account.id] }, state: { in: [...GROUPS[each]] } });
  const counts = useDetailsCounts([account.id, 'notifications'], (signal) => {
    const variables = {
      opened: of('opened'),
      delivered: of('delivered'),
      failed: of('failed'),
      unsent: of('unsent'),
    } satisfies AccountNotificationCountsQueryVariables;
    return load(accountNotificationCountsQuery, variables, signal);
  });
  const deliveries = useDetailsPages<Delivery>([account.id, 'notifications', locale, group], async (after, signal) => {
    const filter = group === null ? { account: { in: [account.id] } } : of(group);
    return (await load(accountNotificationsQuery, { filter, first: PAGE_SIZE, after, locale }, signal))
      .accountNotifications;
  });
  const rows = deliveries.data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  const sent = counts && counts.opened + counts.delivered + counts.failed;
  const latest = rows[0];
  return (
    <TabRows
      loaded={deliveries}
      rowCount={rows.length}
      head={{
        summary:
          counts === undefined || sent === undefined
            ? t('account.tab.notifications')
            : t('account.notification.summary', { sent, opened: counts.opened }),
        note: latest ? <Latest at={timeOf(latest)} /> : null,
        filter: (
          <TabFilter
            label={t('records.tab.filter')}
            value={group}
            onChange={setGroup}
            choices={countedChoices(
              t('records.tab.all'),
              GROUP_NAMES,
              (each) => t(`account.notification.group.${each}`),
              counts,
            )}
          />
        ),
      }}
      empty={{
        title: t('account.notification.none'),
        body: t('account.notification.none-body'),
        action: (
          <Button component={Link} to="/notifications">
            {t('account.notification.none-action')}
          </Button>
        ),
      }}
      onShowAll={group === null ? null : () => setGroup(null)}
    >
      <TabCard>
        {rows.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </TabCard>
    </TabRows>
  );
}

function timeOf(delivery: Delivery): Date {
  return new Date(delivery.openedAt ?? delivery.receivedAt ?? delivery.sentAt ?? delivery.notBefore);
}

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const { t, locale, timeZone } = useMessages();
  const { notification, topic, state, reason } = delivery;
  return (
    <TabRow
      icon={IconBell}
      isOver={state === 'SKIPPED' || state === 'CANCELED'}
      title={
        <Link to="/notifications/$id" params={{ id: notification.id }}>
          <bdi>{notification.title}</bdi>
        </Link>
      }
      details={[topic.name, <RelativeTime key="at" value={timeOf(delivery)} locale={locale} timeZone={timeZone} />]}
      end={
        <>
          {reason ? <small>{t(`delivery.reason.${reason}`)}</small> : null}
          <DeliveryStateMark state={state} />
        </>
      }
    />
  );
}
