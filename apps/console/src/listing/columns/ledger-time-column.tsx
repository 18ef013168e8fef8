import { ledgerWords } from '../../lib/format/zoned-words.ts';
import { exactTime, kind } from './column-kinds.tsx';

/** A day and time, as in a ledger. */
export const ledgerTimeColumn = kind<string>({
  cell: (instant, { timeZone, locale }) => <time dateTime={instant}>{ledgerWords(instant, timeZone, locale)}</time>,
  full: exactTime,
});
