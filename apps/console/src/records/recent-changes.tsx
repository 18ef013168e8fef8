import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import { load } from '../lib/api/graphql-client.ts';
import { dateFormat } from '../lib/format/formats.ts';
import type { Ask } from '../lib/record/record-steps.ts';
import { verbWords } from './action-words.ts';
import type { HistoryEntry, HistoryPage, HistoryVariables } from './history/history-tab.tsx';
import styles from './recent-changes.module.css';

const SHOWN = 3;

/** A document of a record's history; null for people who may not read it. */
export type RecentHistory = Ask<
  { readonly record?: { readonly history: HistoryPage | null } | null },
  HistoryVariables
>;

interface RecentChangesProps {
  readonly document: RecentHistory;
  readonly id: string;
  /** Query key of the history, which a change reloads. */
  readonly queryKey: readonly unknown[];
}

/** The latest changes of a record: day, action and person. */
export function RecentChanges({ document, id, queryKey }: RecentChangesProps) {
  const history = useQuery({
    queryKey: [...queryKey, 'recent'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => {
      const { record } = await load(document, { id, first: SHOWN, after: null }, signal);
      return record?.history?.nodes ?? [];
    },
  });
  return <ChangeLines entries={history.data ?? null} />;
}

/** Entries of a history, one line each; null while they are loading. */
export function ChangeLines({ entries }: { readonly entries: readonly HistoryEntry[] | null }) {
  const messages = useMessages();
  const { t, locale, timeZone } = messages;
  if (entries?.length === 0) return null;
  const day = dateFormat(locale, { timeZone, month: 'short', day: 'numeric' });
  return (
    <section className={styles['recent']} aria-label={t('listing.peek.recent')} aria-busy={entries === null}>
      <h3>{t('listing.peek.recent')}</h3>
      <ul className="bc-grid bc-gap-sm">
        {(entries ?? []).map(({ id, occurredAt, action, actor, reason }) => (
          <li key={id}>
            <time dateTime={occurredAt}>{day.format(new Date(occurredAt))}</time>
            <span>
              {verbWords(action, messages)}{' '}
              <span className={styles['by']}>
                {t('records.history.by')} <bdi>{actor.name}</bdi>
              </span>
              {reason ? <q dir="auto">{reason}</q> : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
