import { type ApprovalAction, type LocalizedText, textIn } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { Skeleton, State } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentType, Suspense, useState } from 'react';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { isolatedList } from '../../lib/format/isolated.ts';
import { zonedTime, zonedWords } from '../../lib/format/zoned-words.ts';
import type { ChangeListProps, RecordChange } from '../../records/history/change-list.tsx';
import { changedField, changedValue } from '../../records/history/change-words.ts';
import type { RecordKinds } from '../../records/record-kind.ts';
import { RecordCard } from '../../records/record-page.tsx';
import styles from './approval.module.css';
import { jobWords } from './approval-job.ts';
import { blastFigures } from './approval-words.tsx';
import type { Approval } from './use-approval.ts';

export interface ContentProps {
  readonly approval: Approval;
  readonly kinds: RecordKinds;
}

const HASH_SHOWN = 6;

/** Blast radius: reach, worst case, until when it can be undone, overlaps. */
export function Figures({ approval }: Pick<ContentProps, 'approval'>) {
  const formats = useMessages();
  const { t } = formats;
  const figures = blastFigures(approval, formats);
  if (figures.length === 0) return null;
  return (
    <section className={`${styles['figures']} bc-figures`} aria-label={t('approval.figures.title')}>
      {figures.map(({ key, value, note, links, isWarning }) => (
        <div key={key} data-tone={isWarning ? 'warning' : undefined}>
          <span>{t(`approval.figure.${key}` as MessageKey)}</span>
          <b>
            {isWarning ? <IconAlertTriangle size={20} stroke={1.75} aria-hidden /> : null}
            <bdi>{value}</bdi>
          </b>
          <small>
            {note}
            {links?.map(({ id, name }) => (
              <Link key={id} to="/campaigns/$id" params={{ id }}>
                <bdi>{name}</bdi>
              </Link>
            ))}
          </small>
        </div>
      ))}
    </section>
  );
}

/** The content that the hash covers, and whether it is still the same. */
export function ApprovalContent({ approval, kinds }: ContentProps) {
  const formats = useMessages();
  const { t, locale, timeZone } = formats;
  const job = jobWords(approval, formats);
  const { contentHash, isUnchanged, requestedAt } = approval;
  const isToday = new Date(requestedAt).toDateString() === new Date().toDateString();
  const time = (isToday ? zonedTime : zonedWords)(requestedAt, timeZone, locale);
  return (
    <RecordCard
      title={t('approval.content.title')}
      action={
        <span className={styles['proof']}>
          {isUnchanged == null ? null : isUnchanged ? (
            <State tone="positive" icon={IconShieldCheck} word={t('approval.content.unchanged', { time })} />
          ) : (
            <State tone="negative" icon={IconShieldX} word={t('approval.content.changed', { time })} />
          )}
          <CopyChip
            value={contentHash}
            shown={`sha256 ${contentHash.slice(0, HASH_SHOWN)}…${contentHash.slice(-HASH_SHOWN)}`}
            name={t('approval.content.hash')}
          />
        </span>
      }
    >
      {job === null ? (
        <InWords approval={approval} kinds={kinds} View={Facts} />
      ) : (
        <dl className="bc-facts">
          {job.facts.map(({ name, value, href }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{href === undefined ? value : <Link to={href}>{value}</Link>}</dd>
            </div>
          ))}
        </dl>
      )}
    </RecordCard>
  );
}

/** Fields that differ from the version that was approved last; nothing for a new record. */
export function Changes({ approval, kinds }: ContentProps) {
  const { t } = useMessages();
  const [isAll, setAll] = useState(false);
  const fields = approval.fields.filter((field) => isAll || isChanged(field));
  const unchanged = approval.fields.length - approval.fields.filter(isChanged).length;
  if (approval.fields.every(({ before }) => before == null)) return null;
  return (
    <RecordCard
      title={t('approval.changes.title')}
      action={
        unchanged === 0 ? null : (
          <Button variant="subtle" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? t('approval.changes.hide') : t('approval.changes.show', { count: unchanged })}
          </Button>
        )
      }
    >
      <InWords approval={{ ...approval, fields }} kinds={kinds} View={ChangeTable} />
    </RecordCard>
  );
}

/** Kind of the fields of a request without a record, such as of an invitation. */
const KINDS: Readonly<Record<ApprovalAction, string>> = {
  CAMPAIGN_WORST_CASE: 'campaign',
  NOTIFICATION_SEND: 'notification',
  POINTS_ADJUST: 'account',
  BULK: 'account',
  ERASE: 'account',
  EXPORT_CONTACTS: 'account',
  ROLES: 'staff',
};
/** Shown with each amount. */
const CURRENCY = 'currency';
/** Names of records instead of their ids: the field that the record's kind has for them. */
const NAMED: Readonly<Record<string, string>> = {
  stores: 'storeIds',
  areas: 'areaIds',
  streamers: 'streamers',
  topic: 'topicId',
  badge: 'badgeId',
  segment: 'segmentId',
};

/** Parameters that are no fields of a record. */
const OWN: Readonly<Record<string, MessageKey>> = {
  amount: 'points.adjust.amount',
  receipt: 'points.field.reference',
  direction: 'points.adjust.direction',
  reason: 'approval.field.decisionNote',
  reissue: 'coupon.leaked.reissue-fact',
};
const DIRECTIONS: Readonly<Record<string, MessageKey>> = {
  CREDIT: 'points.kind.MANUAL_CREDIT',
  DEBIT: 'points.kind.MANUAL_DEBIT',
  REVERSE: 'points.kind.REVERSAL',
};

function nameWords(value: unknown, locale: string): string {
  if (Array.isArray(value)) return isolatedList(value.map(String), locale);
  return typeof value === 'object' && value !== null
    ? (textIn(value as LocalizedText, locale) ?? '')
    : String(value ?? '');
}

/** Label and values of a field, in the words of its record's kind. */
function useFieldWords({ changes, labelOf, wordsOf }: ChangeListProps) {
  const messages = useMessages();
  return {
    ...messages,
    changes: changes.filter(({ field }) => field !== CURRENCY),
    labelOf: (field: string) => {
      const own = OWN[field];
      return own === undefined ? changedField(field, labelOf(NAMED[field] ?? field), messages) : messages.t(own);
    },
    words: (change: RecordChange, value: unknown) => {
      const direction = change.field === 'direction' ? DIRECTIONS[String(value)] : undefined;
      if (direction !== undefined) return messages.t(direction);
      return change.field in NAMED
        ? nameWords(value, messages.locale) || messages.t('listing.value.empty')
        : changedValue(change, value, wordsOf, messages);
    },
  };
}

type Field = Approval['fields'][number];
const isChanged = ({ before, after }: Field) => JSON.stringify(before) !== JSON.stringify(after);

/** Fields with the labels and formats of their record's kind. */
function InWords({ approval, kinds, View }: ContentProps & { readonly View: ComponentType<ChangeListProps> }) {
  const { action, entityType, fields, figures } = approval;
  const kind = kinds[entityType ?? KINDS[action]];
  const currency = figures.find(({ key }) => key === CURRENCY)?.value;
  const changes = [
    ...fields
      .filter(({ key }) => key !== CURRENCY)
      .map(({ key: field, before, after }) => ({ field, before, after, isMasked: false })),
    // For amounts.
    ...(currency == null ? [] : [{ field: CURRENCY, after: currency, isMasked: false }]),
  ];
  return (
    <Suspense fallback={<Skeleton width="14rem" />}>
      {kind?.changes ? (
        <kind.changes changes={changes} View={View} />
      ) : (
        <View changes={changes} labelOf={(field) => field} wordsOf={(_field, value) => String(value ?? '')} />
      )}
    </Suspense>
  );
}

const isNone = (value: unknown) => value == null || value === '' || (Array.isArray(value) && value.length === 0);
/** False for a field that is and stays empty. */
const isSaid = ({ before, after }: RecordChange) => !isNone(before) || !isNone(after);

function Facts(props: ChangeListProps) {
  const { changes, labelOf, words } = useFieldWords(props);
  return (
    <dl className={`${styles['facts']} bc-facts`}>
      {changes.filter(isSaid).map((change) => (
        <div key={change.field}>
          <dt>{labelOf(change.field)}</dt>
          <dd dir="auto">{words(change, change.after)}</dd>
        </div>
      ))}
    </dl>
  );
}

function ChangeTable(props: ChangeListProps) {
  const { t, changes, labelOf, words } = useFieldWords(props);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keyboard
    <section className={styles['changes']} tabIndex={0} aria-label={t('approval.changes.title')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('approval.changes.field')}</th>
            <th scope="col">{t('approval.changes.before')}</th>
            <th scope="col">{t('approval.changes.after')}</th>
            <th scope="col">{t('approval.changes.change')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => {
            const { field, before, after } = change;
            const isSame = JSON.stringify(before) === JSON.stringify(after);
            const step = typeof before === 'number' && typeof after === 'number' ? after - before : 0;
            return (
              <tr key={field}>
                <th scope="row">{labelOf(field)}</th>
                <td>
                  {isSame || before == null ? null : (
                    <del>
                      <bdi>{words(change, before)}</bdi>
                    </del>
                  )}
                </td>
                <td>
                  <bdi className={isSame ? 'bc-muted' : 'bc-medium'}>{words(change, after)}</bdi>
                </td>
                <td className="bc-number">
                  {step === 0 ? null : `${step > 0 ? '+' : '−'}${words(change, Math.abs(step))}`}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
