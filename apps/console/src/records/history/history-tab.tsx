import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime, Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TypedDocumentString } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { ExactTime } from '../../lib/format/exact-time.tsx';
import { ledgerWords } from '../../lib/format/zoned-words.ts';
import { QueryFailure } from '../../lib/page/query-failure.tsx';
import { roleWords, verbWords } from '../action-words.ts';
import { TabEmpty } from '../tab/tab-empty.tsx';
import { TabHead } from '../tab/tab-head.tsx';
import { ChangeList, type ChangeWords, type RecordChange } from './change-list.tsx';
import styles from './history-tab.module.css';
import { PutBack, type PutBackRule } from './put-back.tsx';

/** One entry of a record's history. */
export interface HistoryEntry {
  readonly id: string;
  readonly occurredAt: string;
  readonly actor: { readonly name: string };
  readonly actorRoles?: readonly string[];
  readonly action: string;
  readonly outcome: 'DENIED' | 'DONE' | 'FAILED';
  readonly reason?: string | null;
  readonly changes: readonly RecordChange[];
}

/** A page of history, as the API answers. */
export interface HistoryPage {
  readonly nodes: readonly HistoryEntry[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  readonly count?: { readonly value: number };
}

export type HistoryAnswer = { readonly record?: { readonly history: HistoryPage | null } | null };

/** Variables of a page of a record's history. */
export interface HistoryVariables {
  readonly id: string;
  readonly first: number;
  readonly after: string | null;
}

interface HistoryTabProps extends ChangeWords {
  readonly queryKey: readonly unknown[];
  readonly id: string;
  readonly document: TypedDocumentString<HistoryAnswer, HistoryVariables>;
  /** Restoring the values of an entry; absent for people who may never edit the record. */
  readonly putBack?: PutBackRule | undefined;
}

const PAGE_SIZE = 25;
const SKELETONS = ['14rem', '18rem', '11rem', '16rem'];

/** Person, action, time, changes and reason; newest first. */
export function HistoryTab(props: HistoryTabProps) {
  const { t, locale, timeZone } = useMessages();
  const history = useInfiniteQuery({
    queryKey: props.queryKey,
    queryFn: async ({ pageParam: after, signal }) => {
      const { record } = await load(props.document, { id: props.id, first: PAGE_SIZE, after }, signal);
      return record?.history ?? null;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null),
  });
  const entries = history.data?.pages.flatMap((page) => page?.nodes ?? []) ?? [];
  if (history.isPending) {
    return (
      <div className={styles['history']} role="status" aria-label={t('common.place.loading')}>
        {SKELETONS.map((width) => (
          <div key={width} className={styles['entry']}>
            <Skeleton width="6rem" />
            <Skeleton width={width} />
          </div>
        ))}
      </div>
    );
  }
  if (history.error && entries.length === 0) {
    return <QueryFailure query={history} title={t('records.history.failed')} />;
  }
  const [latest] = entries;
  if (latest === undefined) return <TabEmpty title={t('records.history.none')} body={t('records.history.none-body')} />;
  const count = history.data?.pages[0]?.count?.value;
  return (
    <div className={styles['history']}>
      <TabHead
        summary={count === undefined ? t('records.history.title') : t('records.history.summary', { count })}
        note={
          <>
            {t('records.history.latest', { name: latest.actor.name })}{' '}
            <RelativeTime value={new Date(latest.occurredAt)} locale={locale} timeZone={timeZone} />
          </>
        }
      />
      <ol>
        {entries.map((entry) => (
          <HistoryLine key={entry.id} entry={entry} {...props} />
        ))}
      </ol>
      {history.hasNextPage ? (
        <Button loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {t('records.history.more')}
        </Button>
      ) : (
        <p className={styles['end']}>{t('records.history.end')}</p>
      )}
    </div>
  );
}

function HistoryLine({ entry, labelOf, wordsOf, putBack }: { readonly entry: HistoryEntry } & HistoryTabProps) {
  const messages = useMessages();
  const { t, locale, timeZone } = messages;
  const time = ledgerWords(entry.occurredAt, timeZone, locale);
  // The reason of an action is often a field of the record as well; show it once.
  const changes = entry.changes.filter(({ after }) => !entry.reason || after !== entry.reason);
  return (
    <li className={styles['entry']}>
      <ExactTime at={entry.occurredAt} hasSeconds />
      <div>
        <p>
          <b>{verbWords(entry.action, messages)}</b>{' '}
          <span className={styles['by']}>
            {t('records.history.by')} <bdi>{entry.actor.name}</bdi>
          </span>
          {entry.actorRoles?.length ? (
            <span className={styles['roles']}> {roleWords(entry.actorRoles, messages)}</span>
          ) : null}
          {entry.outcome === 'DONE' ? null : (
            <span className="bc-medium bc-negative"> {t(`audit.outcome.${entry.outcome}`)}</span>
          )}
        </p>
        {changes.length > 0 ? <ChangeList changes={changes} labelOf={labelOf} wordsOf={wordsOf} /> : null}
        {entry.reason ? (
          <p className={styles['reason']} dir="auto">
            “{entry.reason}”
          </p>
        ) : null}
        {putBack && entry.outcome === 'DONE' && entry.changes.length > 0 && !isCreation(entry) ? (
          <PutBack changes={entry.changes} time={time} rule={putBack} labelOf={labelOf} />
        ) : null}
      </div>
    </li>
  );
}

/** A creation has no earlier values to restore. */
function isCreation({ action }: HistoryEntry): boolean {
  return action.endsWith('.create');
}
