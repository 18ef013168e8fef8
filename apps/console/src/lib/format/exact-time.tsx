import { useMessages } from '@backcounter/i18n/react';
import { formatExact, useHint } from '@backcounter/ui';
import { ledgerWords, zonedWords } from './zoned-words.ts';

interface ExactTimeProps {
  readonly at: string;
  /** For ledgers. */
  readonly hasSeconds?: boolean;
}

/** An instant in the reader's time zone; with the year, its zone and UTC on hover and focus. */
export function ExactTime({ at, hasSeconds = false }: ExactTimeProps) {
  const { locale, timeZone } = useMessages();
  const { target, hint } = useHint(formatExact(new Date(at), { locale, timeZone }));
  const words = (hasSeconds ? ledgerWords : zonedWords)(at, timeZone, locale);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its zone and UTC must be reachable by keyboard */}
      <time dateTime={at} tabIndex={0} {...target}>
        {words}
      </time>
      {hint}
    </>
  );
}
