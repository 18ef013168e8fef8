import { useMessages } from '@backcounter/i18n/react';

interface ChangeProps {
  readonly value: number;
  /** Of the period of the same length right before; null: not known. */
  readonly previous: number | null | undefined;
}

/** How much more or less than in the period before, in percent. Nothing where there is nothing to compare with. */
export function Change({ value, previous }: ChangeProps) {
  const { t, locale } = useMessages();
  if (previous == null || previous <= 0) return null;
  const share = value / previous - 1;
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
    notation: Math.abs(share) >= 10 ? 'compact' : 'standard',
  });
  return (
    <span className="bc-change">
      {percent.format(share).replace('-', '\u2212')}
      <span className="bc-sr-only"> {t('dashboard.change')}</span>
    </span>
  );
}
