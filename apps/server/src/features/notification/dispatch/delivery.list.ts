import {
  DELIVERY_REASONS,
  DELIVERY_STATES,
  type DeliveryReason,
  type DeliveryState,
  type Permission,
} from '@backcounter/domain';
import {
  column,
  type NamedList,
  type RowOf,
  type SearchMode,
  type SortDefinition,
} from '../../../listing/list-definition.ts';
import { filterBy, searchById, sortBy } from '../../../listing/list-parts.ts';
import type { Named, NotificationReference } from '../notification.list.ts';

/** An account number: `100042` or `#100042`. */
const ACCOUNT_NUMBER = /^#?(\d{1,15})$/;
const NOTIFICATION_STATE = '(select n.state from notification n where n.id = r.notification_id)';
const TITLE = '(select n.title_i18n from notification n where n.id = r.notification_id)';
const ACCOUNT_JOIN = 'left join account a on a.id = r.account_id';
const STATE = `delivery_state_shown(${NOTIFICATION_STATE}, r.state)`;
const REASON = `delivery_reason_shown(${NOTIFICATION_STATE}, r.state, r.reason)`;
const WAITING = "r.state in ('PENDING', 'DEFERRED')";

const ACCOUNT: SortDefinition = {
  sql: 'r.account_id',
  cast: 'uuid',
  field: null,
  defaultDirection: 'ASC',
  isDate: false,
};
const PREPARED: SortDefinition = { ...sortBy.number('r.created_on', null, 'date'), isDate: true, isPartitionKey: true };

const COLUMNS = {
  accountId: column<string>('r.account_id::text'),
  accountNumber: column<number>('a.public_no'),
  accountName: column<string | null>('a.display_name'),
  accountCountry: column<string>('a.country_code::text'),
  accountTimezone: column<string>('a.timezone'),
  notification:
    column<NotificationReference>(`(select jsonb_build_object('id', n.id, 'titleI18n', n.title_i18n, 'state', n.state)
        from notification n where n.id = r.notification_id)`),
  topic: column<Named>(`(select jsonb_build_object('id', t.id, 'code', t.code, 'nameI18n', t.name_i18n)
        from notification n join topic t on t.id = n.topic_id where n.id = r.notification_id)`),
  state: column<DeliveryState>(`${STATE}::text`),
  reason: column<DeliveryReason | null>(`${REASON}::text`),
  attempts: column<number>('r.attempts'),
  devices: column<number>('r.devices_ok'),
  notBefore: column<string>('r.not_before'),
  changedAt: column<string>('r.changed_at'),
  sentAt: column<string | null>('r.sent_at'),
  receivedAt: column<string | null>('r.received_at'),
  openedAt: column<string | null>('r.opened_at'),
  providerCode: column<string | null>('r.provider_code'),
};
export type DeliveryRow = RowOf<typeof COLUMNS> & { readonly id: string };

/** Deliveries of one notification, skipped ones included, in the order of account ids. */
export const notificationDeliveryList = deliveryList('notification-deliveries', 'notification.read', 'notification');
/** Notifications of one account, newest first. */
export const accountNotificationList = deliveryList('account-notifications', 'notification.read', 'account');

function deliveryList(name: string, readPermission: Permission, within: 'account' | 'notification'): NamedList {
  const isOfAccount = within === 'account';
  const key = isOfAccount
    ? { sql: 'r.notification_id', cast: 'uuid', field: 'id' }
    : { sql: 'r.account_id', cast: 'uuid', field: 'id' };
  return {
    name,
    readPermission,
    from: 'notification_delivery r',
    key,
    columns: { id: `${key.sql}::text`, ...COLUMNS },
    needs: { account: ['accountId', 'accountNumber', 'accountName', 'accountCountry', 'accountTimezone'] },
    joins: { account: ACCOUNT_JOIN },
    sorts: isOfAccount ? { PREPARED } : { ACCOUNT },
    defaultSort: isOfAccount ? 'PREPARED' : 'ACCOUNT',
    filters: {
      notification: filterBy.id(
        'r.notification_id',
        isOfAccount ? 'Of one of these notifications.' : 'Of this notification.',
        isOfAccount ? {} : { isRequired: true },
      ),
      ...(isOfAccount && {
        account: filterBy.id('r.account_id', 'Of this account.', { isRequired: true }),
        topic: filterBy.id(
          '(select n.topic_id from notification n where n.id = r.notification_id)',
          'Of one of these topics.',
        ),
      }),
      state: filterBy.enum(STATE, DELIVERY_STATES, 'By state.', {
        conditions: (one) => states(endOf(isOfAccount, one)),
      }),
      reason: filterBy.enum(REASON, DELIVERY_REASONS, 'By reason.', {
        conditions: (one) => reasons(endOf(isOfAccount, one)),
      }),
      sent: filterBy.instant('r.sent_at', 'By `sentAt`.'),
    },
    searches: () => (isOfAccount ? ['ID', 'TEXT'] : ['ID', 'NUMBER']),
    planSearch: isOfAccount ? searchNotification : searchAccount,
    roleClass: () => 'all',
    exported: {
      createdSql: "(r.created_on::timestamp at time zone 'UTC')",
      columns: {
        ...(isOfAccount
          ? {
              title: { sql: TITLE, isByLocale: true } as const,
              topic: {
                sql: '(select t.code from notification n join topic t on t.id = n.topic_id where n.id = r.notification_id)',
              },
            }
          : {
              account: { sql: 'a.public_no', join: ACCOUNT_JOIN },
              country: { sql: 'a.country_code', join: ACCOUNT_JOIN },
            }),
        state: { sql: STATE },
        reason: { sql: REASON },
        attempts: { sql: 'r.attempts' },
        devices: { sql: 'r.devices_ok' },
        notBefore: { sql: 'r.not_before' },
        sentAt: { sql: 'r.sent_at' },
        receivedAt: { sql: 'r.received_at' },
        openedAt: { sql: 'r.opened_at' },
        providerCode: { sql: 'r.provider_code' },
        id: { sql: key.sql },
      },
    },
    totalSql: null,
  };
}

/** SQL of the state of a row's notification; within one notification it is read once. */
function endOf(isOfAccount: boolean, required: string): string {
  return isOfAccount ? NOTIFICATION_STATE : `(select n.state from notification n where n.id = ${required})`;
}

/** `delivery_state_shown` as conditions that can use an index on the state. */
function states(end: string): Record<string, string> {
  return Object.fromEntries(
    DELIVERY_STATES.map((state) => {
      if (state === 'PENDING' || state === 'DEFERRED') {
        return [state, `(r.state = '${state}' and ${end} not in ('CANCELED', 'FAILED'))`];
      }
      if (state === 'CANCELED' || state === 'FAILED') {
        return [state, `(r.state = '${state}' or (${WAITING} and ${end} = '${state}'))`];
      }
      return [state, `r.state = '${state}'`];
    }),
  );
}

/** `delivery_reason_shown` as conditions. */
function reasons(end: string): Record<string, string> {
  const own = (reason: string): string => `coalesce(r.reason = '${reason}', false)`;
  return Object.fromEntries(
    DELIVERY_REASONS.map((reason) => {
      if (reason === 'CANCELED_BY_STAFF') return [reason, `(${own(reason)} or (${WAITING} and ${end} = 'CANCELED'))`];
      if (reason === 'NOTIFICATION_FAILED') return [reason, `(${own(reason)} or (${WAITING} and ${end} = 'FAILED'))`];
      return [reason, `(${own(reason)} and not (${WAITING} and ${end} in ('CANCELED', 'FAILED')))`];
    }),
  );
}

function searchAccount(text: string): readonly SearchMode[] {
  const number = ACCOUNT_NUMBER.exec(text)?.[1];
  if (number === undefined) return searchById(text, 'r.account_id') ?? [];
  const condition: SearchMode['condition'] = (values) =>
    `r.account_id = (select x.id from account x where x.public_no = ${values.add(number)}::bigint)`;
  return [{ mode: 'NUMBER', isFragment: false, condition }];
}

function searchNotification(text: string): readonly SearchMode[] {
  const condition: SearchMode['condition'] = (values) =>
    `exists (select from notification n where n.id = r.notification_id and position(lower(${values.add(text)}::text) in n.title_key) > 0)`;
  return searchById(text, 'r.notification_id') ?? [{ mode: 'TEXT', isFragment: true, condition }];
}
