import { useMessages } from '@backcounter/i18n/react';
import { IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { formatInstant } from '../../lib/format/dates.ts';
import { formatUnit } from '../../lib/format/duration.ts';
import { ExactTime } from '../../lib/format/exact-time.tsx';
import { placeOfZone } from '../../lib/format/zoned-words.ts';
import { FactList, RecordCard } from '../../records/record-page.tsx';
import type { TabPart } from '../../records/record-screen.tsx';
import styles from './details-tab.module.css';
import { GiveawayDates } from './form/giveaway-dates.tsx';
import { termsOf } from './form/giveaway-record-terms.ts';
import { PrizeList, RegistrationNotice } from './form/giveaway-terms-view.tsx';
import type { GiveawayRecord } from './giveaway.entity.ts';
import { countryWords } from './giveaway-choices.ts';
import { GiveawayPicture } from './giveaway-picture.tsx';
import { GiveawayStatusMark } from './public.tsx';

const COUNTRIES_SHOWN = 8;

/** Dates, prizes, terms and rules of a giveaway, and its escrow. */
export function DetailsTab({ record: giveaway }: TabPart<GiveawayRecord>) {
  const formats = useMessages();
  const { t, locale, timeZone, figure } = formats;
  const terms = termsOf(giveaway);
  const nothing = t('listing.value.empty');
  const time = (at: string | null | undefined) => (at ? (formatInstant(at, { locale, timeZone }) ?? '') : nothing);
  const moment = (at: string | null | undefined) => (at ? <ExactTime at={at} /> : nothing);
  const codeOf = (id: string) => giveaway.prizes.find(({ campaign }) => campaign?.id === id)?.campaign?.code ?? null;
  const { gauges, registration, rulesHash } = giveaway;
  const hash =
    rulesHash == null ? null : (
      <CopyChip value={rulesHash} shown={`${rulesHash.slice(0, 8)}…`} name={t('giveaway.field.rulesHash')} />
    );
  return (
    <div className={styles['details']}>
      <RecordCard
        title={t('giveaway.step.dates')}
        action={
          <bdi className="bc-form-hint" dir="ltr">
            {placeOfZone(giveaway.timezone)}
          </bdi>
        }
      >
        <div className={styles['dates']}>
          <GiveawayDates terms={terms} />
        </div>
      </RecordCard>
      <div className={styles['cards']}>
        <RecordCard title={t('giveaway.field.prizes')}>
          <PrizeList terms={terms} codeOf={codeOf} />
        </RecordCard>
        <RecordCard title={t('giveaway.field.image')}>
          <GiveawayPicture giveaway={giveaway} />
        </RecordCard>
        <RecordCard title={t('giveaway.step.eligibility')}>
          <FactList
            facts={[
              {
                name: t('giveaway.field.countryCodes'),
                value: <Countries codes={giveaway.countryCodes} />,
              },
              { name: t('giveaway.field.minAge'), value: figure(giveaway.minAge) },
              ...(giveaway.segment
                ? [
                    {
                      name: t('giveaway.field.segmentId'),
                      value: <span dir="auto">{giveaway.segment.name ?? t('segment.term.hidden')}</span>,
                    },
                  ]
                : []),
              { name: t('giveaway.field.maxTicketsPerAccount'), value: figure(giveaway.maxTicketsPerAccount) },
              {
                name: t('giveaway.field.maxEntries'),
                value: giveaway.maxEntries == null ? t('giveaway.details.no-limit') : figure(giveaway.maxEntries),
              },
              {
                name: t('giveaway.field.entryCostPoints'),
                value: giveaway.entryCostPoints === 0 ? t('giveaway.term.free') : figure(giveaway.entryCostPoints),
              },
            ]}
          />
        </RecordCard>
        <RecordCard title={t('giveaway.step.winners')}>
          <FactList
            facts={[
              { name: t('giveaway.field.prizes'), value: figure(giveaway.figures.prizes) },
              { name: t('giveaway.field.alternates'), value: figure(giveaway.alternates) },
              { name: t('giveaway.field.claimDays'), value: formatUnit(giveaway.claimDays, 'day', locale) },
              {
                name: t('giveaway.field.storeId'),
                value: giveaway.store ? (
                  <Link to="/stores/$id" params={{ id: giveaway.store.id }}>
                    <bdi>{giveaway.store.name}</bdi>
                  </Link>
                ) : (
                  t('giveaway.sponsor.company')
                ),
              },
            ]}
          />
        </RecordCard>
        <RecordCard title={t('giveaway.field.status')}>
          <FactList
            facts={[
              { name: t('giveaway.field.status'), value: <GiveawayStatusMark state={giveaway.status} /> },
              ...(giveaway.stateReason
                ? [{ name: t('giveaway.field.stateReason'), value: <span dir="auto">{giveaway.stateReason}</span> }]
                : []),
              { name: t('giveaway.details.published'), value: moment(giveaway.publishedAt) },
              { name: t('giveaway.details.frozen'), value: moment(giveaway.frozenAt) },
              { name: t('giveaway.details.drawn'), value: moment(giveaway.drawnAt) },
              { name: t('giveaway.details.announced'), value: moment(giveaway.announcedAt) },
              { name: t('giveaway.details.settled'), value: moment(giveaway.settledAt) },
              ...(giveaway.canceledAt
                ? [{ name: t('giveaway.details.canceled'), value: moment(giveaway.canceledAt) }]
                : []),
            ]}
          />
        </RecordCard>
        <RecordCard title={t('giveaway.escrow.title')}>
          <FactList
            facts={[
              { name: t('giveaway.escrow.needed'), value: figure(gauges.escrowPoints) },
              { name: t('giveaway.escrow.funded'), value: figure(gauges.escrowFunded) },
              { name: t('giveaway.escrow.balance'), value: figure(gauges.escrowBalance) },
              { name: t('giveaway.escrow.paid'), value: figure(gauges.pointsPaid) },
              ...(gauges.refundsOpen > 0
                ? [{ name: t('giveaway.escrow.refunds-open'), value: figure(gauges.refundsOpen) }]
                : []),
            ]}
          />
        </RecordCard>
        {registration.isNeeded ? (
          <RecordCard title={t('giveaway.registration.title')}>
            {giveaway.state === 'DRAFT' ? <RegistrationNotice terms={terms} /> : null}
            <FactList
              facts={[
                { name: t('giveaway.registration.new-york'), value: registration.newYork ?? nothing },
                { name: t('giveaway.registration.florida'), value: registration.florida ?? nothing },
              ]}
            />
          </RecordCard>
        ) : null}
      </div>
      <RecordCard title={t('giveaway.step.texts')}>
        <FactList
          facts={[
            { name: t('giveaway.field.descriptionI18n'), value: <span dir="auto">{giveaway.description}</span> },
            {
              name: t('giveaway.field.rulesI18n'),
              value: (
                <div className={styles['rules']} dir="auto">
                  {giveaway.rules}
                </div>
              ),
            },
            {
              name: t('giveaway.field.rulesHash'),
              value: (
                <>
                  {hash}
                  <small>
                    {t(rulesHash == null ? 'giveaway.details.rules-open' : 'giveaway.details.rules-frozen')}
                  </small>
                </>
              ),
            },
          ]}
        />
      </RecordCard>
      <p className="bc-record-updated">
        <IconHistory size={14} stroke={1.75} aria-hidden />
        {giveaway.updatedBy
          ? t('account.card.updated-by', { name: giveaway.updatedBy.name, time: time(giveaway.updatedAt) })
          : t('account.card.updated', { time: time(giveaway.updatedAt) })}
      </p>
    </div>
  );
}

/** The first countries; all of them on request. */
function Countries({ codes }: { readonly codes: readonly string[] }) {
  const { locale } = useMessages();
  if (codes.length <= COUNTRIES_SHOWN) return <span dir="auto">{countryWords(codes, locale)}</span>;
  return (
    <details className={styles['countries']} dir="auto">
      <summary>{countryWords(codes, locale, COUNTRIES_SHOWN)}</summary>
      {countryWords(codes, locale)}
    </details>
  );
}
