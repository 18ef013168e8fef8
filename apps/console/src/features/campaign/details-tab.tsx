import { useMessages } from '@backcounter/i18n/react';
import { IconHistory } from '@tabler/icons-react';
import { Fragment } from 'react';
import { formatInstant } from '../../lib/format/dates.ts';
import { FactList, RecordCard } from '../../records/record-page.tsx';
import type { TabPart } from '../../records/record-screen.tsx';
import type { CampaignRecord } from './campaign.entity.ts';
import styles from './campaign.module.css';
import { CampaignStatusMark } from './campaign-state.tsx';
import { exactWindowWords } from './campaign-window.ts';
import { campaignFormValues, campaignInput } from './form/campaign-form-values.ts';
import { exposureWords, usesWords } from './form/campaign-preview.tsx';
import { editedTerms } from './form/edit-campaign.tsx';
import { RuleList } from './form/rule-list.tsx';
import { PartnerList } from './streamer/partner-list.tsx';

/** A campaign's terms, places and partners. */
export function DetailsTab({ record: campaign }: TabPart<CampaignRecord>) {
  const formats = useMessages();
  const { t, locale, timeZone } = formats;
  const terms = campaignInput(campaignFormValues(editedTerms(campaign)));
  const time = (at: string | null | undefined) =>
    at ? (formatInstant(at, { locale, timeZone }) ?? '') : t('listing.value.empty');
  const places = [
    { name: t('campaign.field.areaIds'), all: campaign.areas },
    { name: t('campaign.field.storeIds'), all: campaign.stores },
  ]
    .filter(({ all }) => all.length > 0)
    .map(({ name, all }) => {
      // Each name is isolated, as its script may differ from the page's.
      const names = all.map((each, index) => (
        <Fragment key={each.id}>
          {index > 0 ? ' · ' : null}
          <bdi>{each.name}</bdi>
        </Fragment>
      ));
      return { name, value: <span>{names}</span> };
    });
  return (
    <div className="bc-record-columns">
      <div className="bc-record-column">
        <RecordCard title={t('campaign.preview.rules')}>
          <RuleList terms={terms} gift={campaign.giftText ?? null} />
          <p className={styles['hint']}>{exactWindowWords(campaign, formats)}</p>
          {campaign.description ? <p dir="auto">{campaign.description}</p> : null}
        </RecordCard>
        <RecordCard title={t('campaign.step.places')}>
          {places.length === 0 ? (
            <p>
              {campaign.currency == null
                ? t('campaign.rule.everywhere')
                : t('campaign.rule.everywhere-in', { currency: campaign.currency })}
            </p>
          ) : (
            <FactList facts={places} />
          )}
        </RecordCard>
        <section className="bc-record-card">
          <PartnerList campaign={campaign} />
        </section>
      </div>
      <div className="bc-record-column">
        <RecordCard title={t('campaign.field.status')}>
          <FactList
            facts={[
              { name: t('campaign.field.status'), value: <CampaignStatusMark state={campaign.status} /> },
              ...(campaign.stateReason
                ? [{ name: t('campaign.field.stateReason'), value: <span dir="auto">{campaign.stateReason}</span> }]
                : []),
              // A draft has its state since its creation, an active campaign since its activation.
              ...(campaign.state === 'DRAFT' || campaign.state === 'ACTIVE'
                ? []
                : [{ name: t('campaign.details.since'), value: time(campaign.stateChangedAt) }]),
              { name: t('campaign.details.activated'), value: time(campaign.activatedAt) },
              { name: t('campaign.field.created'), value: time(campaign.createdAt) },
            ]}
          />
        </RecordCard>
        {campaign.exposure ? (
          <RecordCard title={t('campaign.exposure.title')}>
            <FactList
              facts={[
                {
                  name: t('campaign.details.cost'),
                  value: exposureWords(
                    { ...campaign.exposure, discountMinor: campaign.exposure.discountMinor ?? null },
                    terms,
                    formats,
                  ),
                },
                {
                  name: t('campaign.details.uses'),
                  value: usesWords(campaign.exposure, terms, formats),
                },
              ]}
            />
          </RecordCard>
        ) : null}
        <p className="bc-record-updated">
          <IconHistory size={14} stroke={1.75} aria-hidden />
          {campaign.updatedBy
            ? t('account.card.updated-by', { name: campaign.updatedBy.name, time: time(campaign.updatedAt) })
            : t('account.card.updated', { time: time(campaign.updatedAt) })}
        </p>
      </div>
    </div>
  );
}
