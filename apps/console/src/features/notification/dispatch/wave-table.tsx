import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconClockShield, IconHourglassEmpty, IconMoon } from '@tabler/icons-react';
import { useState } from 'react';
import type { NotificationPlanWaveFragment } from '../../../generated/graphql.ts';
import { placeOfZone, zonedWords } from '../../../lib/format/zoned-words.ts';
import styles from '../notification.module.css';

type Wave = NotificationPlanWaveFragment;
const SHOWN = 8;

/** Groups zones whose local time is the same instant: they are sent together. */
function byInstant(waves: readonly Wave[]): readonly (readonly Wave[])[] {
  const groups = new Map<string, Wave[]>();
  for (const wave of waves) {
    const key = [wave.sendsAt, wave.localTime, wave.isOver, wave.isShifted, wave.isQuiet].join(' ');
    const group = groups.get(key);
    if (group) group.push(wave);
    else groups.set(key, [wave]);
  }
  return [...groups.values()];
}

/** The waves of a notification sent by local time: number of accounts, instant, and effects of a clock change. */
export function WaveTable({ waves }: { readonly waves: readonly Wave[] }) {
  const { t, locale, timeZone, figure } = useMessages();
  const [isWhole, setWhole] = useState(false);
  const groups = byInstant(waves);
  const shown = isWhole ? groups : groups.slice(0, SHOWN);
  return (
    <div className={styles['waves']}>
      <table className="bc-number">
        <caption>
          {t('notification.wave.caption', {
            count: groups.length,
            zones: waves.length,
            zone: placeOfZone(timeZone),
          })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('notification.wave.mine')}</th>
            <th scope="col">{t('notification.wave.there')}</th>
            <th scope="col">{t('notification.wave.zones')}</th>
            <th scope="col">{t('notification.wave.accounts')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((group) => {
            const [first] = group;
            if (first === undefined) return null;
            const zones = group.map((wave) => placeOfZone(wave.timezone));
            return (
              <tr key={`${first.sendsAt} ${first.timezone}`} data-over={first.isOver || undefined}>
                <td>
                  <time dateTime={first.sendsAt}>{zonedWords(first.sendsAt, timeZone, locale)}</time>
                </td>
                <td>
                  {zonedWords(`${first.localTime}:00Z`, 'UTC', locale)}
                  <WaveNotes wave={first} />
                </td>
                <td title={zones.join(', ')}>
                  <bdi dir="ltr">{zones.length === 1 ? zones[0] : `${zones[0]} +${zones.length - 1}`}</bdi>
                </td>
                <td>{figure(group.reduce((sum, wave) => sum + wave.accounts, 0))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {groups.length > SHOWN ? (
        <Button size="sm" variant="subtle" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('notification.wave.fewer') : t('notification.wave.all', { count: groups.length })}
        </Button>
      ) : null}
    </div>
  );
}

function WaveNotes({ wave }: { readonly wave: Wave }) {
  const { t } = useMessages();
  const notes = [
    ...(wave.isOver ? [{ icon: IconHourglassEmpty, words: t('notification.wave.over') }] : []),
    ...(wave.isShifted ? [{ icon: IconClockShield, words: t('notification.wave.shifted') }] : []),
    ...(wave.isQuiet && !wave.isOver ? [{ icon: IconMoon, words: t('notification.wave.quiet') }] : []),
  ];
  return notes.map(({ icon: Icon, words }) => (
    <small key={words}>
      <Icon size={14} stroke={1.75} aria-hidden /> {words}
    </small>
  ));
}
