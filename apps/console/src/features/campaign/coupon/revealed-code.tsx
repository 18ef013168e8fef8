import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { request } from '../../../lib/api/graphql-client.ts';
import { CopyChip } from '../../../lib/format/copy-chip.tsx';
import { bestEffort } from '../../../lib/page/best-effort.ts';
import { revealCouponsMutation } from './coupon.operations.ts';

/** A code that shows only its last characters. */
export function MaskedCode({ last4 }: { readonly last4: string }) {
  const { t } = useMessages();
  return (
    <span className="bc-code" dir="ltr">
      <span aria-hidden="true">•••• </span>
      <span className="bc-sr-only">{t('coupon.code.ends-in')} </span>
      {last4}
    </span>
  );
}

interface RevealedCodeProps {
  readonly campaignId: string;
  readonly coupon: { readonly id: string; readonly last4: string };
}

/** A code that is revealed on request. The audit trail records each request. */
export function RevealedCode({ campaignId, coupon }: RevealedCodeProps) {
  const { t } = useMessages();
  const [code, setCode] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const shown = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    // The pressed button is gone: without this, the focus would fall behind the open drawer.
    if (code !== null && document.activeElement === document.body) shown.current?.querySelector('button')?.focus();
  }, [code]);
  const reveal = async () => {
    setBusy(true);
    // The client has shown a toast on failure.
    const answer = await bestEffort('Revealing a code', () =>
      request(revealCouponsMutation, { campaignId, ids: [coupon.id] }),
    );
    setBusy(false);
    setCode(answer?.revealCoupons.coupons[0]?.formatted ?? null);
  };
  if (code !== null) {
    return (
      <span ref={shown}>
        <CopyChip value={code} />
      </span>
    );
  }
  return (
    <span className="bc-inline bc-gap-md">
      <MaskedCode last4={coupon.last4} />
      <Button
        size="sm"
        loading={isBusy}
        leftSection={<IconEye size={14} stroke={1.75} aria-hidden />}
        aria-label={t('coupon.action.reveal-one', { last: coupon.last4 })}
        onClick={() => void reveal()}
      >
        {t('coupon.action.reveal')}
      </Button>
    </span>
  );
}
