import { may, USE_ALERTS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useClock } from '@backcounter/ui';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { DashboardCampaignsQuery } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { toneOfUse, UseBar } from '../../../lib/chart/use-bar.tsx';
import { timeLeftWords } from '../../../lib/format/duration.ts';
import { formatPercent } from '../../../lib/format/formats.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentRoles } from '../../../lib/settings/session.ts';
import type { CellFormats } from '../../../listing/list-definition.ts';
import { dashboardCampaignsQuery } from '../dashboard.operations.ts';
import { RUNNING_CAMPAIGNS } from '../dashboard-links.ts';
import { useTile } from '../use-tile.ts';
import { Card } from './card.tsx';
import styles from './cards.module.css';
import { Drill } from './drill.tsx';

type Campaign = DashboardCampaignsQuery['dashboardCampaigns']['mostUsed'][number];

const HOUR_MS = 3_600_000;

/** Running campaigns, those closest to their limits first. */
export function CampaignsCard() {
  const { t } = useMessages();
  const roles = currentRoles();
  const tile = useTile('campaigns', async (filter, signal) => {
    return (await load(dashboardCampaignsQuery, { filter }, signal)).dashboardCampaigns;
  });
  const mayList = may(roles, 'area.campaigns');
  return (
    <Card
      title={t('dashboard.campaigns.title')}
      tile={tile}
      height="16rem"
      skeletonRows={5}
      aside={({ running }) => (
        <Drill to="/campaigns" search={mayList ? RUNNING_CAMPAIGNS : null}>
          {t(mayList ? 'dashboard.campaigns.all' : 'dashboard.campaigns.running', { count: running })}
        </Drill>
      )}
    >
      {({ mostUsed }) =>
        mostUsed.length === 0 ? (
          <p data-none>{t('dashboard.campaigns.none')}</p>
        ) : (
          <ul className={styles['rows']}>
            {mostUsed.map((campaign) => (
              <CampaignRow key={campaign.id} campaign={campaign} isLink={may(roles, 'area.campaign-coupons')} />
            ))}
          </ul>
        )
      }
    </Card>
  );
}

function CampaignRow({ campaign, isLink }: { readonly campaign: Campaign; readonly isLink: boolean }) {
  const formats = useMessages();
  const { t, locale } = formats;
  const now = useClock();
  const { id, name, usedPercent } = campaign;
  const words = usedWords(campaign, formats);
  const percent = usedPercent ?? 0;
  const share = formatPercent(Math.floor(percent) / 100, locale);
  const tone = toneOfUse(percent);
  return (
    <li className={styles['campaignUse']}>
      <div>
        <Drill to={`/campaigns/${id}`} search={isLink ? {} : null}>
          <bdi className={styles['name']}>{name}</bdi>
        </Drill>
        <small className="bc-fixed">{words}</small>
      </div>
      <div>
        {usedPercent == null ? (
          <span className="bc-grow bc-small bc-faint">{t('dashboard.campaigns.unlimited')}</span>
        ) : (
          <UseBar
            label={t('dashboard.campaigns.use', { name })}
            used={percent}
            most={100}
            words={words === '' ? share : words}
            ticks={USE_ALERTS}
          />
        )}
        <b data-tone={tone}>
          {tone === 'plain' ? null : <IconAlertTriangle size={14} stroke={1.75} aria-hidden />}
          {usedPercent == null ? null : share}
        </b>
        <small className="bc-fixed">{timeLeft(campaign, now, formats)}</small>
      </div>
    </li>
  );
}

/** "€86,412 of €120,000", "1,204 of 5,000 uses"; empty if this person may not see money. */
function usedWords(campaign: Campaign, { t, locale, figure }: CellFormats): string {
  const { limitKind, usedMinor, budgetMinor, currency, redemptions, redemptionsLimit } = campaign;
  if (limitKind === 'BUDGET') {
    if (usedMinor == null || budgetMinor == null || currency == null) return '';
    const money = (minor: number) => formatMoney(minor, currency, locale);
    return t('dashboard.campaigns.of', { used: money(usedMinor), most: money(budgetMinor) });
  }
  if (limitKind === 'REDEMPTIONS' && redemptionsLimit != null)
    return t('dashboard.campaigns.uses-of', {
      used: figure(redemptions),
      most: redemptionsLimit,
    });
  return t('dashboard.campaigns.uses', { count: redemptions });
}

/** Time until the campaign ends, or until its limits are used up if that is earlier. */
function timeLeft({ endsAt, exhaustsAt }: Campaign, now: number, { t, locale }: CellFormats): string {
  const time = timeLeftWords((Date.parse(exhaustsAt ?? endsAt) - now) / HOUR_MS, locale);
  return t(exhaustsAt == null ? 'dashboard.campaigns.left' : 'dashboard.campaigns.lasts', { time });
}
