import { useMessages } from '@backcounter/i18n/react';
import { CopyChip } from '../../../lib/format/copy-chip.tsx';
import cards from '../../../records/figure-cards.module.css';
import { Countdown } from '../countdown.tsx';
import type { GiveawayRecord } from '../giveaway.entity.ts';
import { bothZones, nextOf } from '../giveaway-time.ts';
import styles from './giveaway-cards.module.css';

/** Entries, dates, and the terms fixed at publication. */
export function GiveawayCards({ giveaway }: { readonly giveaway: GiveawayRecord }) {
  const formats = useMessages();
  const { t, figure } = formats;
  const { figures, gauges, maxEntries } = giveaway;
  const points = (value: number) => t('giveaway.escrow.points', { count: value });
  return (
    <div className={cards['cards']}>
      <section>
        <h2>{t('giveaway.field.entries')}</h2>
        <p>
          <b>{figure(figures.entries)}</b>{' '}
          {maxEntries == null ? null : t('giveaway.card.of', { most: figure(maxEntries) })}
        </p>
        <footer>
          <span>{t('giveaway.figure.tickets', { count: figures.tickets })}</span>
          <span>
            {t('giveaway.card.out', {
              withdrawn: figure(gauges.withdrawn),
              disqualified: figure(gauges.disqualified),
            })}
          </span>
        </footer>
      </section>
      <ClockCard giveaway={giveaway} />
      <section>
        <h2>{t('giveaway.card.commitment')}</h2>
        {giveaway.seedCommitment == null ? (
          <p>{t('giveaway.card.no-commitment')}</p>
        ) : (
          <div className={styles['commitment']} data-commitment>
            <CopyChip value={giveaway.seedCommitment} name={t('giveaway.card.commitment')} />
          </div>
        )}
        <footer>
          <span>{t('giveaway.card.operator')}</span>
          {gauges.escrowPoints > 0 ? (
            <span>{t('giveaway.card.escrow', { points: points(gauges.escrowBalance) })}</span>
          ) : null}
        </footer>
      </section>
    </div>
  );
}

function ClockCard({ giveaway }: { readonly giveaway: GiveawayRecord }) {
  const formats = useMessages();
  const { t } = formats;
  const next = nextOf(giveaway);
  const at = (instant: string) => bothZones(instant, giveaway.timezone, formats);
  if (next !== null) {
    return (
      <section>
        <h2>{t(`giveaway.card.${next.key}`)}</h2>
        <p>
          <b>
            <Countdown until={next.at} say={(time) => time} due={t(`giveaway.countdown.${next.key}-now`)} />
          </b>
        </p>
        <footer>
          <span>{at(next.at)}</span>
        </footer>
      </section>
    );
  }
  const [key, instant] = lastOf(giveaway);
  return (
    <section>
      <h2>{t('giveaway.field.status')}</h2>
      <p>
        <b>{t(`giveaway.status.${giveaway.status}`)}</b>
      </p>
      <footer>
        <span>{instant === null ? t('giveaway.card.draft') : t(`giveaway.card.${key}`, { time: at(instant) })}</span>
      </footer>
    </section>
  );
}

/** Time of the last change of state. */
function lastOf(giveaway: GiveawayRecord) {
  switch (giveaway.state) {
    case 'DRAWN':
      return ['drawn-at', giveaway.drawnAt ?? giveaway.stateChangedAt] as const;
    case 'ANNOUNCED':
      return ['announced-at', giveaway.announcedAt ?? giveaway.stateChangedAt] as const;
    case 'SETTLED':
      return ['settled-at', giveaway.settledAt ?? giveaway.stateChangedAt] as const;
    case 'CANCELED':
      return ['canceled-at', giveaway.canceledAt ?? giveaway.stateChangedAt] as const;
    default:
      return ['drawn-at', null] as const;
  }
}
