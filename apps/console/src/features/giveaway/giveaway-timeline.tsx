import { useMessages } from '@backcounter/i18n/react';
import type { GiveawayRowFragment } from '../../generated/graphql.ts';
import { zonedWords } from '../../lib/format/zoned-words.ts';
import type { ListKindProps } from '../../listing/list-definition.ts';
import { KindCard } from '../../listing/timeline/kind-card.tsx';
import { TimelineView } from '../../listing/timeline/timeline-view.tsx';
import { prizeWords } from './giveaway-columns.tsx';
import styles from './giveaway-timeline.module.css';
import { GIVEAWAY_LOOKS, GiveawayStatusMark } from './public.tsx';

const DAY_MS = 86_400_000;
const DRAWN: readonly string[] = ['DRAWN', 'ANNOUNCED', 'SETTLED'];

/** Giveaways over months: entries, draw and claims. */
export function GiveawayTimeline({ rows, hrefOf, onOpen }: ListKindProps<GiveawayRowFragment>) {
  const messages = useMessages();
  const { t, intl, locale } = messages;
  const spans = rows.map((row) => {
    const { status } = row;
    const drawAt = Date.parse(row.drawAt);
    const until = status === 'CANCELED' ? null : drawAt + row.claimDays * DAY_MS;
    const at = (instant: string) => zonedWords(instant, row.timezone, locale);
    const facts = [
      { name: t('giveaway.field.opensAt'), value: at(row.opensAt) },
      { name: t('giveaway.field.closesAt'), value: at(row.closesAt) },
      { name: t('giveaway.field.drawAt'), value: at(row.drawAt) },
      ...(until === null ? [] : [{ name: t('giveaway.timeline.claim'), value: at(new Date(until).toISOString()) }]),
    ];
    return {
      id: row.id,
      href: hrefOf(row),
      label: [row.title, t(`giveaway.status.${status}`), ...facts.map(({ name, value }) => `${name}: ${value}`)].join(
        ', ',
      ),
      tone: GIVEAWAY_LOOKS[status].tone,
      look:
        status === 'DRAFT' ? ('draft' as const) : status === 'CANCELED' ? ('canceled' as const) : ('plain' as const),
      start: Date.parse(row.opensAt),
      end: Date.parse(row.closesAt),
      mark: drawAt,
      isMarkDone: DRAWN.includes(status),
      until,
      word: t(`giveaway.status.${status}`),
      head: (
        <>
          <span className={styles['title']}>
            {row.imageUrl == null ? null : <img src={row.imageUrl} alt="" width={40} height={40} loading="lazy" />}
            <span>
              <b className="bc-medium" dir="auto">
                {row.title}
              </b>
              <small className="bc-muted" dir="auto">
                {prizeWords(row, messages)}
              </small>
            </span>
          </span>
          <GiveawayStatusMark state={status} />
          <span className="bc-number">{intl.formatNumber(row.figures.entries)}</span>
        </>
      ),
      card: (
        <KindCard
          title={row.title}
          mark={<GiveawayStatusMark state={status} variant="pill" />}
          facts={facts}
          note={t('giveaway.timeline.entries', { count: row.figures.entries })}
        />
      ),
    };
  });
  return (
    <TimelineView
      label={t('shell.page.giveaways')}
      heads={[t('giveaway.field.giveaway'), t('giveaway.field.status'), t('giveaway.field.entries')]}
      legend={{
        bar: t('giveaway.timeline.open'),
        mark: t('giveaway.field.drawAt'),
        period: t('giveaway.timeline.period'),
      }}
      spans={spans}
      onOpen={(id) => {
        const row = rows.find((each) => each.id === id);
        if (row) onOpen(row, false);
      }}
    />
  );
}
