import { useMessages } from '@backcounter/i18n/react';
import { Avatar } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import type { CampaignRowFragment } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { formatBasisPoints, formatMoney } from '../../../lib/format/money.ts';
import styles from '../campaign.module.css';
import { campaignPartnerFiguresQuery } from '../campaign.operations.ts';

/** Partners of a campaign, with their codes and results. */
export function PartnerList({
  campaign,
}: {
  readonly campaign: Pick<CampaignRowFragment, 'id' | 'streamers' | 'currency'>;
}) {
  const { t, locale, figure } = useMessages();
  const brought = useQuery({
    queryKey: ['campaign', campaign.id, 'partner-figures'],
    queryFn: async ({ signal }) => {
      const answer = await load(campaignPartnerFiguresQuery, { id: campaign.id }, signal);
      return answer.campaign?.partnerFigures ?? [];
    },
    enabled: campaign.streamers.length > 0,
  });
  const broughtBy = (id: string) => {
    if (!brought.data) return brought.error ? t('campaign.figures.failed') : null;
    const { redeemed = 0, commissionMinor = 0 } = brought.data.find(({ streamerId }) => streamerId === id) ?? {};
    const uses = t('campaign.partner.uses', { count: redeemed });
    if (campaign.currency == null) return uses;
    const amount = formatMoney(commissionMinor, campaign.currency, locale);
    return `${uses} · ${t('campaign.partner.owed', { amount })}`;
  };
  const { streamers } = campaign;
  return (
    <section className={styles['partnerList']} aria-label={t('campaign.field.streamers')}>
      <h2>{t('campaign.field.streamers')}</h2>
      {streamers.length === 0 ? <p className={styles['hint']}>{t('campaign.partner.none')}</p> : null}
      <ul className="bc-stack bc-gap-md">
        {streamers.map(({ id, displayName, code, couponQuota, couponsOrdered, commissionBp }) => (
          <li className="bc-row bc-gap-md" key={id}>
            <Avatar id={id} name={displayName} />
            <span>
              <b className="bc-medium" dir="auto">
                {displayName}
              </b>
              <small className="bc-dense bc-muted">
                {code ? (
                  <span className="bc-code" dir="ltr">
                    {code}
                  </span>
                ) : (
                  t('campaign.partner.ordered', { ordered: figure(couponsOrdered), quota: couponQuota })
                )}
                {' · '}
                {t('campaign.partner.earns', { share: formatBasisPoints(commissionBp, locale) })}
              </small>
              <small className="bc-dense bc-muted">{broughtBy(id)}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
