import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import styles from '../../attention/attention.module.css';
import { AttentionNews } from '../../attention/attention-news.tsx';
import { attentionListHref } from '../../attention/attention-places.ts';
import { AttentionRow } from '../../attention/attention-row.tsx';
import { attentionPrint, useAttention } from '../../attention/use-attention.ts';
import type { AttentionQuery } from '../../generated/graphql.ts';
import { formatList } from '../../lib/format/formats.ts';
import cardStyles from '../../lib/page/query-card.module.css';
import { QueryFailure } from '../../lib/page/query-failure.tsx';
import { useEngagement, useHeld } from '../../lib/page/use-latched.ts';
import homeStyles from './home.module.css';

type Attention = AttentionQuery['attention'];
type Item = Attention['items'][number];

const FIRST = 100;
/** Rows of each kind; a link leads to the others. */
const SHOWN_OF_KIND = 3;
const SEVERITIES = ['CRITICAL', 'WARNING', 'NOTICE'] as const;
const SKELETON_WIDTHS = ['15rem', '12rem', '17rem'];

/** Items that this person can act on, the most urgent first. */
export function HomeAttention() {
  const { t } = useMessages();
  const attention = useAttention('MINE', FIRST);
  const region = useRef<HTMLElement>(null);
  const { isEngaged, handlers } = useEngagement();
  const { shown, hasNews, show, accept } = useHeld(attention.data, isEngaged, attentionPrint);
  const done = async () => {
    const { data } = await attention.refetch();
    // A change by this person shows immediately.
    flushSync(() => accept(data));
    // The item that was handled is gone, and the focus with it.
    if (document.activeElement === document.body) region.current?.querySelector('h2')?.focus({ preventScroll: true });
  };
  return (
    <section
      ref={region}
      className={`${cardStyles['card']} ${homeStyles['attention']}`}
      aria-labelledby="home-attention"
      aria-busy={attention.isPending}
      {...handlers}
    >
      <div className={cardStyles['cardHead']}>
        <h2 id="home-attention" tabIndex={-1}>
          {t('attention.list.title')}
        </h2>
        <AttentionNews shown={shown} hasNews={hasNews} onShow={show} />
      </div>
      {attention.isPending ? <Waiting /> : null}
      {attention.error && !shown ? <QueryFailure query={attention} title={t('attention.list.failed')} /> : null}
      {shown ? <Groups attention={shown} onDone={() => void done()} /> : null}
      {shown && shown.failed.length > 0 ? (
        <SourcesFailed failed={shown.failed} isBusy={attention.isFetching} onRetry={() => void done()} />
      ) : null}
    </section>
  );
}

function Waiting() {
  return SKELETON_WIDTHS.map((width) => (
    <div key={width} className={styles['attention']}>
      <Skeleton width="2rem" height="2rem" />
      <Skeleton width={width} />
    </div>
  ));
}

function Groups({ attention, onDone }: { readonly attention: Attention; readonly onDone: () => void }) {
  const { t } = useMessages();
  if (attention.items.length === 0) {
    return attention.failed.length > 0 ? null : <p className={cardStyles['none']}>{t('attention.list.none')}</p>;
  }
  return SEVERITIES.map((severity) => {
    const ofSeverity = attention.items.filter((item) => item.severity === severity);
    if (ofSeverity.length === 0) return null;
    return (
      <section key={severity} aria-labelledby={`home-${severity}`}>
        <h3 id={`home-${severity}`}>{t(`home.severity.${severity}`)}</h3>
        <ul>
          {firstOfKinds(ofSeverity).map((item) => (
            <AttentionRow key={item.key} item={item} onDone={onDone} />
          ))}
        </ul>
        <More items={ofSeverity} />
      </section>
    );
  });
}

/** Links to the rows that are not shown, by kind. */
function More({ items }: { readonly items: readonly Item[] }) {
  const { t } = useMessages();
  const links = [...Map.groupBy(items, ({ kind }) => kind)].flatMap(([kind, { length }]) => {
    const href = attentionListHref(kind);
    return length > SHOWN_OF_KIND && href !== null ? [{ kind, href, count: length - SHOWN_OF_KIND }] : [];
  });
  if (links.length === 0) return null;
  return (
    <p className={homeStyles['more']}>
      {links.map(({ kind, href, count }) => (
        <Link key={kind} to={href} className="bc-link">
          {t(`home.more.${kind}`, { count })}
        </Link>
      ))}
    </p>
  );
}

interface SourcesFailedProps {
  readonly failed: Attention['failed'];
  readonly isBusy: boolean;
  readonly onRetry: () => void;
}

function SourcesFailed({ failed, isBusy, onRetry }: SourcesFailedProps) {
  const { t, locale } = useMessages();
  const names = failed.map((source) => t(`attention.source.${source}`));
  return (
    <p className={homeStyles['failed']} role="status">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span>
        {t('attention.place.source-failed', {
          sources: formatList(names, locale, 'unit', 'short'),
        })}
      </span>
      <Button size="sm" loading={isBusy} onClick={onRetry}>
        {t('common.action.retry')}
      </Button>
    </p>
  );
}

function firstOfKinds(items: readonly Item[]): readonly Item[] {
  const seen = new Map<string, number>();
  return items.filter(({ kind }) => {
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    return count <= SHOWN_OF_KIND || attentionListHref(kind) === null;
  });
}
