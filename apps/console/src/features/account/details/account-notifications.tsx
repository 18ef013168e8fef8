import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, RelativeTime } from '@backcounter/ui';
import { Link } from '@tanstack/react-router';
import type { AccountNotificationsQuery } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { DeliveryStateMark } from '../../notification/public.tsx';
import type { AccountRecord } from '../use-account.ts';
import { accountNotificationsQuery } from './account-notifications.operations.ts';
import { AccountTab, MoreButton } from './account-tab.tsx';
import { useDetailsPages } from './use-account-details.ts';

type Delivery = AccountNotificationsQuery['accountNotifications']['nodes'][number];
const PAGE_SIZE = 25;

/** Notifications addressed to an account: topic, state, and the reason if one was not delivered. */
export function AccountNotifications({ account }: { readonly account: AccountRecord }) {
  const { t, locale } = useMessages();
  const deliveries = useDetailsPages<Delivery>([account.id, 'notifications', locale], async (after, signal) => {
    const variables = { filter: { account: { in: [account.id] } }, first: PAGE_SIZE, after, locale };
    return (await load(accountNotificationsQuery, variables, signal)).accountNotifications;
  });
  const rows = deliveries.data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  return (
    <AccountTab loaded={deliveries}>
      {rows.length === 0 ? <EmptyState title={t('account.notification.none')} /> : null}
      <ul className="bc-tab-rows">
        {rows.map((delivery) => (
          <DeliveryRow key={delivery.notification.id} delivery={delivery} />
        ))}
      </ul>
      <MoreButton pages={deliveries} />
    </AccountTab>
  );
}

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const { t, locale, timeZone } = useMessages();
  const { notification, topic, state, reason } = delivery;
  const at = delivery.openedAt ?? delivery.receivedAt ?? delivery.sentAt ?? delivery.notBefore;
  return (
    <li className="bc-tab-row" data-over={state === 'SKIPPED' || state === 'CANCELED' || undefined}>
      <div>
        <Link to="/notifications/$id" params={{ id: notification.id }}>
          <bdi>{notification.title}</bdi>
        </Link>
        <small>
          <bdi>{topic.name}</bdi>
          {' · '}
          <RelativeTime value={new Date(at)} locale={locale} timeZone={timeZone} />
        </small>
      </div>
      <div className="bc-tab-end">
        <DeliveryStateMark state={state} />
        {reason ? <small>{t(`delivery.reason.${reason}`)}</small> : null}
      </div>
    </li>
  );
}
