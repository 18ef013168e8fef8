import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { attentionChangedSubscription, attentionQuery } from '../../../attention/attention.operations.ts';
import { AttentionRow } from '../../../attention/attention-row.tsx';
import { attentionPrint } from '../../../attention/use-attention.ts';
import type { AttentionQuery, DashboardFilter, DashboardFilterKind } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { formatList } from '../../../lib/format/formats.ts';
import { followLive } from '../../../lib/live/live-feed.ts';
import { useEngagement, useHeld } from '../../../lib/page/use-latched.ts';
import { useTile } from '../use-tile.ts';
import { Card } from './card.tsx';
import styles from './cards.module.css';

type Attention = AttentionQuery['attention'];

const SCOPE = 'PROBLEMS';
const FIRST = 50;
/** Number of rows before "Show all". */
const SHOWN_AT_FIRST = 4;

/**
 * Items that need attention, the most urgent first, each with its next step. Rows keep their places while the pointer
 * or the focus is on them.
 */
export function AttentionCard() {
  const { t, figure } = useMessages();
  const queryClient = useQueryClient();
  const tile = useTile('attention', async (filter, signal) => {
    const { attention } = await load(attentionQuery, { scope: SCOPE, first: FIRST }, signal);
    return { ...attention, ignoresFilters: givenFilters(filter) };
  });
  useEffect(() => {
    const refresh = () =>
      void queryClient.invalidateQueries({ queryKey: ['dashboard', 'attention'] }, { cancelRefetch: false });
    return followLive(attentionChangedSubscription, { scope: SCOPE }, { onResult: refresh, onRecovered: refresh });
  }, [queryClient]);
  return (
    <Card
      title={t('dashboard.attention.title')}
      note={tile.data && tile.data.count > 0 ? `${figure(tile.data.count)}${tile.data.hasMore ? '+' : ''}` : null}
      tile={tile}
      height="16rem"
      skeletonRows={4}
    >
      {(data) => <Problems attention={data} onAgain={tile.retry} isBusy={tile.isBusy} />}
    </Card>
  );
}

interface ProblemsProps {
  readonly attention: Attention;
  readonly onAgain: () => void;
  readonly isBusy: boolean;
}

function Problems({ attention, onAgain, isBusy }: ProblemsProps) {
  const { t, locale } = useMessages();
  const [isReleased, setReleased] = useState(false);
  const [isAll, setAll] = useState(false);
  const { isEngaged, handlers } = useEngagement();
  const { shown = attention, hasNews, show } = useHeld(attention, isEngaged && !isReleased, attentionPrint);
  // An action by this person releases the rows until the pointer and the focus leave.
  useEffect(() => {
    if (!isEngaged) setReleased(false);
  }, [isEngaged]);
  const items = isAll ? shown.items : shown.items.slice(0, SHOWN_AT_FIRST);
  const rest = shown.items.length - items.length;
  const names = shown.failed.map((source) => t(`attention.source.${source}`));
  return (
    <div {...handlers}>
      {shown.items.length === 0 && names.length === 0 ? <p data-none>{t('dashboard.attention.none')}</p> : null}
      <ul className={styles['attention']}>
        {items.map((item) => (
          <AttentionRow
            key={item.key}
            item={item}
            onDone={() => {
              setReleased(true);
              onAgain();
            }}
          />
        ))}
      </ul>
      {names.length > 0 ? (
        <p className={styles['partly']} role="status">
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
          {t('attention.place.source-failed', {
            sources: formatList(names, locale, 'unit', 'short'),
          })}
          <Button size="sm" variant="subtle" loading={isBusy} onClick={onAgain}>
            {t('common.action.retry')}
          </Button>
        </p>
      ) : null}
      <p className={styles['more']} aria-live="polite">
        {hasNews ? (
          <Button
            size="sm"
            variant="light"
            leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
            onClick={show}
          >
            {t('dashboard.attention.news')}
          </Button>
        ) : rest > 0 ? (
          <Button size="sm" variant="subtle" onClick={() => setAll(true)}>
            {t('dashboard.attention.more', { count: rest })}
          </Button>
        ) : null}
      </p>
    </div>
  );
}

/** The chosen filters. None applies here: items need attention whatever their time and place. */
function givenFilters({ from, to, days, countries, areas }: DashboardFilter): readonly DashboardFilterKind[] {
  return [
    ...(from != null || to != null || days != null ? (['PERIOD'] as const) : []),
    ...(countries?.length ? (['COUNTRY'] as const) : []),
    ...(areas?.length ? (['AREA'] as const) : []),
  ];
}
