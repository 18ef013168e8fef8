import { textIn } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { closesWords, placeOfZone } from '../../../lib/format/zoned-words.ts';
import { dayOf } from '../../../listing/filter/zoned-day.ts';
import { entriesSearch, openGiveawaysSearch } from '../dashboard-links.ts';
import { useDashboard } from '../filters/dashboard-scope.ts';
import { useOpenGiveaways } from '../shared-tiles.ts';
import { Card } from './card.tsx';
import styles from './cards.module.css';
import { Drill } from './drill.tsx';

/** Giveaways open for entries, the first to close first. */
export function GiveawaysCard() {
  const { t, locale, figure } = useMessages();
  const { places } = useDashboard();
  const tile = useOpenGiveaways();
  const todayWords = (count: number, isMore: boolean) => {
    if (count === 0) return figure(0);
    return t(isMore ? 'dashboard.giveaways.more-today' : 'dashboard.giveaways.today', { count: count });
  };
  return (
    <Card
      title={t('dashboard.giveaways.title')}
      note={t('dashboard.giveaways.note')}
      tile={tile}
      height="10.5rem"
      skeletonRows={5}
      aside={({ open }) => (
        <Drill to="/giveaways" search={openGiveawaysSearch(places)}>
          {t('dashboard.giveaways.all', { count: open })}
        </Drill>
      )}
    >
      {({ closingSoonest, timezone, asOf }) =>
        closingSoonest.length === 0 ? (
          <p data-none>{t('dashboard.giveaways.none')}</p>
        ) : (
          <ul className={styles['rows']}>
            {closingSoonest.map(
              ({ id, code, titleI18n, closesAt, timezone: own, entries, entriesToday, isMoreToday }) => {
                const path = `/giveaways/${id}/transactions`;
                const today = { day: dayOf(asOf, timezone), timezone };
                return (
                  <li key={id} className={styles['giveawayRow']}>
                    <div>
                      <Drill to={path} search={{}}>
                        <bdi className={styles['name']}>{textIn(titleI18n, locale) ?? code}</bdi>
                      </Drill>
                      <small>
                        {t('dashboard.giveaways.closes', {
                          time: closesWords(closesAt, own, locale),
                          zone: placeOfZone(own),
                        })}
                      </small>
                    </div>
                    <b className="bc-strong">
                      <Drill to={path} search={entriesSearch(null)}>
                        {figure(entries)}
                        <span className="bc-sr-only"> {t('dashboard.giveaways.entries')}</span>
                      </Drill>
                    </b>
                    <span>
                      <Drill to={path} search={entriesSearch(today)}>
                        {todayWords(entriesToday, isMoreToday)}
                        <span className="bc-sr-only"> {t('dashboard.giveaways.of-today')}</span>
                      </Drill>
                    </span>
                  </li>
                );
              },
            )}
          </ul>
        )
      }
    </Card>
  );
}
