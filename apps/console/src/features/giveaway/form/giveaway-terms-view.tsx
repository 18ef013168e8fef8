import { useMessages } from '@backcounter/i18n/react';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatList, formatNumber } from '../../../lib/format/formats.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import type { CellFormats } from '../../../listing/list-definition.ts';
import { FactList } from '../../../records/record-page.tsx';
import { SegmentTerm } from '../../segment/public.tsx';
import { PrizePicture } from '../prize-picture.tsx';
import type { PrizeTerms } from './giveaway-form-values.ts';
import styles from './giveaway-terms.module.css';
import { escrowOf, registrationOf, type Terms, termSentences, textOf, winnersOf, worthOf } from './giveaway-terms.ts';
import { prizeNature, prizeTitle } from './prize-words.ts';

interface TermsProps {
  readonly terms: Terms;
}

/** Prizes by rank. */
export function PrizeList({ terms, codeOf }: TermsProps & { readonly codeOf: (campaignId: string) => string | null }) {
  return (
    <ol className={styles['prizeList']}>
      {terms.prizes.map((prize) => (
        <li key={prize.rank}>
          <PrizePicture kind={prize.kind} url={prize.imageUrl ?? null} />
          <PrizeLine prize={prize} codeOf={codeOf} />
        </li>
      ))}
    </ol>
  );
}

interface PrizeLineProps {
  readonly prize: PrizeTerms;
  readonly codeOf: (campaignId: string) => string | null;
}

/** Quantity and title of a prize, and its kind if the title does not say it. */
function PrizeLine({ prize, codeOf }: PrizeLineProps) {
  const formats = useMessages();
  const { t, language } = formats;
  const title = textOf(prize.titleI18n, language) ?? t('giveaway.prize.untitled');
  const nature = prizeNature(
    {
      title: '',
      quantity: 1,
      kind: prize.kind,
      points: typeof prize.points === 'number' ? prize.points : null,
      campaign: prize.campaignId ? campaignOf(codeOf(prize.campaignId)) : null,
      valueMinor: typeof prize.valueMinor === 'number' ? prize.valueMinor : null,
      currency: prize.currency ?? null,
    },
    formats,
  );
  return (
    <span>
      <b dir="auto">{prizeTitle({ title, quantity: Number(prize.quantity) || 0 }, formats)}</b>
      {nature === title ? null : <small dir="auto">{nature}</small>}
    </span>
  );
}

const campaignOf = (code: string | null) => (code === null ? null : { code });

interface TextsProps extends TermsProps {
  readonly labelOf: (field: string) => string;
}

/** Title, description and rules in the reader's language, for a review before publication. */
export function TextsInReview({ terms, labelOf }: TextsProps) {
  const { t, language } = useMessages();
  return (
    <FactList
      facts={(['titleI18n', 'descriptionI18n', 'rulesI18n'] as const).map((field) => ({
        name: labelOf(field),
        value: (
          <div className={styles['rules']} dir="auto">
            {textOf(terms[field], language) ?? t('listing.value.empty')}
          </div>
        ),
      }))}
    />
  );
}

/** The terms in sentences. */
export function TermSentences({ terms, sponsor }: TermsProps & { readonly sponsor: string | null }) {
  const formats = useMessages();
  return (
    <ul className={styles['terms']}>
      {termSentences(terms, sponsor, formats).map((sentence) => (
        <li key={sentence} dir="auto">
          {sentence}
        </li>
      ))}
      {terms.segmentId === null ? null : <SegmentTerm id={terms.segmentId} />}
    </ul>
  );
}

/** Maximum cost: points in escrow, and the value of the prizes. */
export function worstCaseWords(terms: Terms, { t, locale }: Pick<CellFormats, 't' | 'locale'>): readonly string[] {
  const worth = worthOf(terms, locale);
  const coupons = terms.prizes.filter(({ kind }) => kind === 'COUPON');
  const codes = coupons.reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0);
  const winners = winnersOf(terms);
  return [
    t('giveaway.worst.winners', { count: winners }),
    ...(codes === 0 ? [] : [t('giveaway.worst.codes', { count: codes })]),
    ...(worth.length === 0 ? [] : [t('giveaway.worst.worth', { worth: formatList(worth, locale, 'conjunction') })]),
  ];
}

/** Points reserved by publication, and the total value of the prizes. */
export function WorstCase({ terms, sponsor }: TermsProps & { readonly sponsor: string | null }) {
  const formats = useMessages();
  const { t, locale } = formats;
  const escrow = escrowOf(terms);
  const figure = formatNumber(escrow, locale);
  return (
    <>
      <p className={styles['figure']} role="status">
        {t('giveaway.escrow.points', { count: escrow, figure })}
      </p>
      <p className="bc-form-hint">
        {escrow === 0
          ? t('giveaway.escrow.none')
          : sponsor === null
            ? t('giveaway.escrow.company')
            : t('giveaway.escrow.store', { store: sponsor })}
      </p>
      {worstCaseWords(terms, formats).map((words) => (
        <p key={words} className="bc-form-hint">
          {words}
        </p>
      ))}
    </>
  );
}

/** Says that the giveaway has to be registered, and whether there is time for it. */
export function RegistrationNotice({ terms }: TermsProps) {
  const { t, locale } = useMessages();
  const need = registrationOf(terms);
  if (need === null) return null;
  return (
    <div className={styles['warning']} role="status">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span>
        {t('giveaway.registration.notice', { total: formatMoney(need.totalMinor, 'USD', locale) })}
        {need.isNewYorkLate ? <small>{t('giveaway.registration.late-new-york')}</small> : null}
        {need.isFloridaLate ? <small>{t('giveaway.registration.late-florida')}</small> : null}
      </span>
    </div>
  );
}
