import { may, POINTS_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconLoader2, IconShieldCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../lib/api/graphql-client.ts';
import { RequestError } from '../lib/api/request-error.ts';
import { announceJob } from '../lib/page/started-jobs.ts';
import { currentRoles } from '../lib/settings/session.ts';
import styles from './points.module.css';
import { verifyWalletMutation } from './points.operations.ts';
import type { NamedOwner } from './points-owner.ts';
import { plainPoints } from './points-words.ts';
import { type PointsWallet, useRefreshPoints } from './use-points-wallet.ts';

interface PointsProofProps {
  readonly owner: NamedOwner;
  readonly wallet: PointsWallet;
  readonly onFault: (seq: number) => void;
}

type Face = 'broken' | 'intact' | 'unknown' | 'verifying';

const ICONS = {
  broken: IconShieldX,
  intact: IconShieldCheck,
  unknown: IconShieldQuestion,
  verifying: IconLoader2,
} as const;

/** The verification in words: its scope, time and result. */
export function PointsProof({ owner, wallet, onFault }: PointsProofProps) {
  const { t, locale, timeZone } = useMessages();
  const refresh = useRefreshPoints(owner);
  const [isAsking, setAsking] = useState(false);
  /** The state when a job was started: the job is done as soon as it differs. */
  const [awaited, setAwaited] = useState<{ readonly verifiedAt: string | null } | null>(null);
  const { proof } = wallet;
  const isVerifying = isAsking || (awaited !== null && awaited.verifiedAt === (proof?.verifiedAt ?? null));
  const face: Face = isVerifying ? 'verifying' : !proof ? 'unknown' : proof.isIntact ? 'intact' : 'broken';
  const Icon = ICONS[face];
  const isLong = wallet.entries > POINTS_LIMITS.verifyAtOnceMax;

  const verify = async () => {
    if (isVerifying) return;
    setAsking(true);
    try {
      const { verifyWallet } = await request(
        verifyWalletMutation,
        { walletId: wallet.id },
        { successShown: 'in-place' },
      );
      if (verifyWallet.job) {
        announceJob(verifyWallet.job.id);
        setAwaited({ verifiedAt: proof?.verifiedAt ?? null });
      }
      await refresh();
    } catch (error) {
      // The client has shown it in a toast.
      if (!(error instanceof RequestError)) throw error;
    } finally {
      setAsking(false);
    }
  };

  const since = proof?.isIntact ? wallet.entries - proof.entries : 0;
  const faultSeq = proof?.faultSeq ?? null;
  return (
    <div className={styles['proof']} data-face={face} role="status">
      <p className={styles['claim']}>
        <Icon size={18} stroke={1.75} aria-hidden />
        <b className="bc-strong">{t(`points.proof.${face}`)}</b>
      </p>
      <p>
        {isVerifying
          ? t(isLong ? 'points.proof.as-job' : 'points.proof.walking', { count: wallet.entries })
          : !proof
            ? t('points.proof.nobody', { count: wallet.entries })
            : proof.isIntact
              ? t('points.proof.adds-up', { count: proof.entries })
              : faultSeq === null
                ? t('points.proof.wallet-wrong')
                : t('points.proof.entry-wrong', { number: plainPoints(faultSeq, locale) })}
        {since > 0 && !isVerifying ? ` ${t('points.proof.since', { count: since })}` : null}
      </p>
      <p className={styles['checked']}>
        {proof && !isVerifying ? (
          <span>
            {t('points.proof.checked')}{' '}
            <RelativeTime value={new Date(proof.verifiedAt)} locale={locale} timeZone={timeZone} />
          </span>
        ) : null}
        {faultSeq !== null && face === 'broken' ? (
          <Button size="xs" variant="subtle" onClick={() => onFault(faultSeq)}>
            {t('points.proof.show-entry', { number: plainPoints(faultSeq, locale) })}
          </Button>
        ) : null}
        {may(currentRoles(), 'points.verify') ? (
          <Button size="xs" variant="subtle" aria-disabled={isVerifying} onClick={() => void verify()}>
            {t('points.proof.verify')}
          </Button>
        ) : null}
      </p>
    </div>
  );
}
