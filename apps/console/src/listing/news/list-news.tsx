import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { followLive } from '../../lib/live/live-feed.ts';
import { countFigure, type ListCount } from '../list-count.ts';
import type { ListQuery } from '../list-query.ts';
import type { ListNewsSource } from './list-news-source.ts';

/** Properties of {@link ListNews}. */
export interface ListNewsProps {
  readonly source: ListNewsSource;
  readonly query: ListQuery;
  /** Rows created from this instant of the server's clock on are not shown yet. */
  readonly newFrom: string;
  /** Called when the person asks for the new rows. */
  readonly onShow: () => void;
  /** The stream is back after a loss: the rows may be outdated. */
  readonly onRecovered: () => void;
}

/**
 * "3 new": matching rows that were created since, offered instead of inserted between rows that are being read
 * (decision 0051).
 */
export function ListNews({ source, query, newFrom, onShow, onRecovered }: ListNewsProps) {
  const { t, locale } = useMessages();
  const [news, setNews] = useState<ListCount | null>(null);
  /** New rows up to this instant are known to the person. */
  const [shownUntil, setShownUntil] = useState('');
  const since = newFrom > shownUntil ? newFrom : shownUntil;
  const recovered = useRef(onRecovered);
  recovered.current = onRecovered;
  const question = JSON.stringify(source.variables(query, since));
  useEffect(() => {
    setNews(null);
    return followLive(source.document, JSON.parse(question), {
      onResult: (result) => setNews(source.count(result)),
      onRecovered: () => recovered.current(),
    });
  }, [source, question]);
  const isAny = news !== null && news.value > 0;
  if (!isAny) return null;
  return (
    <Button
      variant="light"
      onClick={() => {
        setShownUntil(news.countedAt);
        setNews(null);
        onShow();
      }}
    >
      {t('listing.news.show', { count: news.value, figure: countFigure(news, locale) })}
    </Button>
  );
}
