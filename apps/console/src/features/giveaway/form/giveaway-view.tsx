import { IconCalendarEvent, IconGift } from '@tabler/icons-react';
import { dateFormat, formatNumber } from '../../../lib/format/formats.ts';
import { PrizePicture } from '../prize-picture.tsx';
import styles from './giveaway-form.module.css';
import { type Terms, textOf } from './giveaway-terms.ts';

interface GiveawayViewProps {
  readonly terms: Terms;
  readonly imageUrl: string | null;
  readonly language: string;
}

/** A giveaway in the app: picture, title, first prize and entry period, in a language. */
export function GiveawayView({ terms, imageUrl, language }: GiveawayViewProps) {
  const [first, ...others] = terms.prizes;
  const prize = first && textOf(first.titleI18n, language);
  const { opensAt, closesAt, timezone } = terms;
  const format = dateFormat(language, { day: 'numeric', month: 'short', timeZone: timezone ?? 'UTC' });
  const period =
    opensAt && closesAt && opensAt < closesAt
      ? format.formatRange(new Date(opensAt), new Date(Date.parse(closesAt) - 1))
      : null;
  return (
    <div className={styles['view']}>
      {imageUrl === null ? (
        <span className={styles['picture']}>
          <IconGift size={32} stroke={1.5} aria-hidden />
        </span>
      ) : (
        <img className={styles['picture']} src={imageUrl} alt="" />
      )}
      <b>{textOf(terms.titleI18n, language) ?? '····'}</b>
      <p>{textOf(terms.descriptionI18n, language)}</p>
      {prize ? (
        <small className="bc-row bc-gap-sm bc-dense bc-muted">
          <PrizePicture kind={first.kind} url={first.imageUrl ?? null} size="inline" />
          {prize}
          {others.length > 0 ? ` +${formatNumber(others.length, language)}` : null}
        </small>
      ) : null}
      {period === null ? null : (
        <small className="bc-row bc-gap-sm bc-dense bc-muted">
          <IconCalendarEvent size={14} stroke={1.75} aria-hidden />
          {period}
        </small>
      )}
    </div>
  );
}
