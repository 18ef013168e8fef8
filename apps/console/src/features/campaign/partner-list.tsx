import { useMessages } from '@backcounter/i18n/react';
import { Avatar } from '@backcounter/ui';
import type { CampaignRowFragment } from '../../generated/graphql.ts';
import { formatBasisPoints } from '../../lib/money.ts';

/** Who carries a campaign, with their codes and what they brought. */
export function PartnerList({ campaign }: { readonly campaign: Pick<CampaignRowFragment, 'streamers' | 'codeMode'> }) {
  const { t, locale } = useMessages();
  const figure = (value: number) => new Intl.NumberFormat(locale).format(value);
  const { streamers } = campaign;
  return (
    <section className="bc-partner-list" aria-label={t('campaign.field.streamers')}>
      <h2>{t('campaign.field.streamers')}</h2>
      {streamers.length === 0 ? <p className="bc-campaign-hint">{t('campaign.partner.none')}</p> : null}
      <ul>
        {streamers.map(({ id, displayName, code, couponQuota, couponsOrdered, commissionBp }) => (
          <li key={id}>
            <Avatar id={id} name={displayName} />
            <span>
              <b dir="auto">{displayName}</b>
              <small>
                {code ? (
                  <span className="bc-code" dir="ltr">
                    {code}
                  </span>
                ) : (
                  t('campaign.partner.ordered', { ordered: figure(couponsOrdered), quota: figure(couponQuota) })
                )}
                {' · '}
                {t('campaign.partner.earns', { share: formatBasisPoints(commissionBp, locale) })}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
