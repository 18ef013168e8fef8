import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, formatExact, Skeleton } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { AuditEventQuery } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { QueryFailure } from '../../lib/page/query-failure.tsx';
import { personCode } from '../../listing/address/person-code.ts';
import { kindWords, recordName, roleWords, verbWords } from '../../records/action-words.ts';
import { ChangeList, type RecordChange } from '../../records/history/change-list.tsx';
import { RecordDrawer } from '../../records/record-drawer.tsx';
import type { RecordKinds } from '../../records/record-kind.ts';
import { FactList } from '../../records/record-page.tsx';
import { REFUSAL_FIELD, refusalWords } from '../../records/refusal-words.ts';
import styles from './audit.module.css';
import { auditEventQuery } from './audit.operations.ts';
import { AuditOutcomeMark, actorName } from './audit-columns.tsx';
import { actionCode } from './audit-filters.ts';
import type { EventName } from './event-code.ts';

/** Changes of a kind of record that has no labels of its own. */
function OtherChanges({ changes }: { readonly changes: readonly RecordChange[] }) {
  const { t, figure } = useMessages();
  const wordsOf = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('listing.value.empty');
    if (field === REFUSAL_FIELD) return refusalWords(value, { t }) ?? String(value);
    if (typeof value === 'number') return figure(value);
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return <ChangeList changes={changes} labelOf={String} wordsOf={wordsOf} />;
}

interface AuditEventDrawerProps {
  readonly event: EventName;
  readonly kinds: RecordKinds;
  readonly onClose: () => void;
}

/** One event beside the list: actor, time, reason, origin, and each change with its old and new value. */
export function AuditEventDrawer({ event, kinds, onClose }: AuditEventDrawerProps) {
  const messages = useMessages();
  const { t, locale } = messages;
  const found = useQuery({
    queryKey: ['audit-event', event.id, event.occurredAt, locale],
    queryFn: async ({ signal }) => {
      const { auditEvent } = await load(auditEventQuery, { ...event, locale }, signal);
      return auditEvent ?? null;
    },
    // Events of the trail never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = found;
  return (
    <RecordDrawer
      title={data ? verbWords(data.action, messages) : t('shell.page.audit')}
      state={data ? <AuditOutcomeMark state={data.outcome} variant="pill" /> : null}
      onClose={onClose}
    >
      {data ? (
        <AuditEvent event={data} kinds={kinds} />
      ) : found.error ? (
        <QueryFailure query={found} title={t('audit.place.failed')} />
      ) : found.isPending ? (
        <div className={styles['event']} role="status" aria-label={t('common.place.loading')}>
          <Skeleton width="14rem" />
          <Skeleton width="10rem" />
        </div>
      ) : (
        <EmptyState title={t('audit.place.missing')} />
      )}
    </RecordDrawer>
  );
}

/** Kinds that the page of another record shows. */
const NAMED_BY_PARENT: ReadonlySet<string> = new Set(['coupon', 'redemption']);

type Event = NonNullable<AuditEventQuery['auditEvent']>;

function AuditEvent({ event, kinds }: { readonly event: Event; readonly kinds: RecordKinds }) {
  const messages = useMessages();
  const { t, locale, timeZone } = messages;
  const { record, reason, address, requestId } = event;
  const kind = record && Object.hasOwn(kinds, record.kind) ? kinds[record.kind] : undefined;
  const name = record && recordName(record, messages);
  // A coupon whose campaign is unknown no longer exists.
  const isGone = record === null || (NAMED_BY_PARENT.has(record?.kind ?? '') && !record?.parentId);
  const href = kind && record && !isGone ? kind.href(record.id, record.parentId ?? null) : null;
  const about = (
    <>
      {kindWords(record?.kind ?? event.action, messages)} {name ? <bdi>{name}</bdi> : null}
    </>
  );
  const empty = t('listing.value.empty');
  const code = (value: string) => <CopyChip value={value} />;
  return (
    <div className={styles['event']}>
      <FactList
        facts={[
          {
            name: t('audit.field.occurred'),
            value: (
              <time dateTime={event.occurredAt}>{formatExact(new Date(event.occurredAt), { locale, timeZone })}</time>
            ),
          },
          {
            name: t('audit.field.person'),
            value: (
              <span className="bc-stack bc-top bc-gap-xs bc-shrink bc-break">
                <bdi>{actorName(event, messages)}</bdi>
                <Link to="/admin/audit" search={{ person: personCode(event.actor.sub) }}>
                  {t('audit.event.all-of-person')}
                </Link>
              </span>
            ),
          },
          {
            name: t('audit.field.roles'),
            value: event.actorRoles.length > 0 ? roleWords(event.actorRoles, messages) : t('audit.role.none'),
          },
          {
            name: t('audit.field.record'),
            value: record ? (
              <span className="bc-stack bc-top bc-gap-xs bc-shrink bc-break">
                {href === null ? <span>{about}</span> : <Link to={href}>{about}</Link>}
                <CopyChip value={record.id} isId />
                <Link to="/admin/audit" search={{ kind: record.kind, record: record.id }}>
                  {t('audit.event.all-of-record')}
                </Link>
              </span>
            ) : (
              about
            ),
          },
          ...(event.events > 1
            ? [
                {
                  name: t('audit.change.events'),
                  value: (
                    <Link to="/admin/audit" search={{ q: requestId ?? '', action: actionCode(event.action) }}>
                      {t('audit.line.show', { count: event.events })}
                    </Link>
                  ),
                },
              ]
            : []),
          { name: t('audit.field.reason'), value: reason ? <span dir="auto">{reason}</span> : empty },
          { name: t('audit.field.address'), value: address ? code(address) : empty },
          { name: t('audit.field.reference'), value: requestId ? code(requestId) : empty },
        ]}
      />
      <h3>{t('audit.field.changes')}</h3>
      {event.changes.length === 0 ? (
        <p>{t('audit.event.no-changes')}</p>
      ) : kind?.changes ? (
        <Suspense fallback={<Skeleton width="14rem" />}>
          <kind.changes changes={event.changes} />
        </Suspense>
      ) : (
        <OtherChanges changes={event.changes} />
      )}
    </div>
  );
}
