import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconCopy, IconShare2, IconTicket } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { encode } from 'uqr';
import type { OwnCampaignsQuery } from '../../../generated/graphql.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { copyText } from '../../../lib/page/copy-text.ts';
import { rewardOf } from '../campaign-columns.tsx';
import { CampaignStatusMark } from '../campaign-state.tsx';
import { nearWords, windowWords } from '../campaign-window.ts';
import styles from './streamer-home.module.css';

/** Light modules around a code, as scanners need them. */
const QUIET = 4;

/** A coupon code as a QR code, black on white in every colour scheme. */
function QrCode({ code, label }: { readonly code: string; readonly label: string }) {
  const { data, size } = encode(code, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className={styles['qr']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

/** A campaign of the calling streamer. */
export type OwnCampaign = OwnCampaignsQuery['campaigns']['nodes'][number];

/** Offers the text to the apps of the device. */
async function share(text: string): Promise<void> {
  try {
    await navigator.share({ text });
  } catch (error) {
    // The person closed the choice of apps, which says what else went wrong.
    console.warn('share', error);
  }
}

/** A card of a campaign with its shared code to copy and to scan, or the way to the streamer's own codes. */
export function CodeCard({ campaign }: { readonly campaign: OwnCampaign }) {
  const formats = useMessages();
  const { t, locale, figure } = formats;
  const codeId = useId();
  const { id, name, streamers, figures, currency, status, partnerFigures } = campaign;
  const own = streamers[0];
  const commission = partnerFigures[0]?.commissionMinor ?? 0;
  const code = own?.code ?? null;
  return (
    <li className={styles['code']}>
      {code === null ? (
        <span className={styles['single']}>
          <IconTicket size={32} stroke={1.5} aria-hidden />
        </span>
      ) : (
        <QrCode code={code} label={t('streamer-home.code.qr', { code })} />
      )}
      <div>
        {code === null ? null : (
          <strong id={codeId} className="bc-code" dir="ltr">
            {code}
          </strong>
        )}
        <Link to="/campaigns/$id" params={{ id }} className="bc-link">
          <bdi>{name}</bdi>
        </Link>
        <span>{rewardOf(campaign, formats)}</span>
        <small>
          <CampaignStatusMark state={status} />
          <span>{nearWords(campaign, status, formats) ?? windowWords(campaign, formats)}</span>
        </small>
        <span>
          {t('campaign.partner.uses', { count: figures.redeemed })}
          {currency == null || commission === 0 ? null : ` · ${formatMoney(commission, currency, locale)}`}
        </span>
        {code !== null ? (
          <div className={styles['verbs']}>
            <Button
              size="sm"
              leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
              aria-describedby={codeId}
              onClick={() => void copyText(code, t)}
            >
              {t('streamer-home.code.copy')}
            </Button>
            {typeof navigator.share === 'function' ? (
              <Button
                size="sm"
                leftSection={<IconShare2 size={14} stroke={1.75} aria-hidden />}
                aria-describedby={codeId}
                onClick={() =>
                  void share(t('streamer-home.code.shared', { code, reward: rewardOf(campaign, formats) }))
                }
              >
                {t('streamer-home.code.share')}
              </Button>
            ) : null}
          </div>
        ) : own === undefined || own.couponQuota === 0 ? null : (
          <Link to="/campaigns/$id" params={{ id }} className="bc-link">
            {t('campaign.partner.ordered', {
              ordered: figure(own.couponsOrdered),
              quota: own.couponQuota,
            })}
          </Link>
        )}
      </div>
    </li>
  );
}
