import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime, State } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconBan, IconCircleCheck, IconClockPause, IconHourglassEmpty } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountDevicesQuery } from '../../../generated/graphql.ts';
import { load, newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import type { AccountRecord } from '../use-account.ts';
import { accountDevicesQuery, invalidateDeviceMutation } from './account-details.operations.ts';
import { AccountTab } from './account-tab.tsx';
import { offerOf, useRefreshDetails } from './use-account-details.ts';

type Device = AccountDevicesQuery['accountDevices'][number];

const LOOKS = {
  REACHABLE: { tone: 'positive', icon: IconCircleCheck },
  STALE: { tone: 'warning', icon: IconClockPause },
  EXPIRED: { tone: 'neutral', icon: IconHourglassEmpty },
  INVALID: { tone: 'negative', icon: IconBan },
} as const;
const PLATFORMS = { IOS: 'iOS', ANDROID: 'Android' } as const;

/** Devices that receive the account's notifications. */
export function AccountDevices({ account }: { readonly account: AccountRecord }) {
  const { t, locale, timeZone } = useMessages();
  const style = { locale, timeZone };
  const refresh = useRefreshDetails(account.id);
  const [chosen, setChosen] = useState<{ readonly device: Device; readonly key: string } | null>(null);
  const devices = useQuery({
    queryKey: ['account-belongings', account.id, 'devices'],
    queryFn: async ({ signal }) => (await load(accountDevicesQuery, { id: account.id }, signal)).accountDevices,
  });
  const mayInvalidate = offerOf(account, 'INVALIDATE_DEVICE') === 'NOW';
  return (
    <AccountTab loaded={devices}>
      {devices.data?.length === 0 ? <p className="bc-tab-note">{t('account.device.none')}</p> : null}
      <ul className="bc-tab-rows">
        {devices.data?.map((device) => (
          <li key={device.id} className="bc-tab-row" data-over={device.state === 'INVALID' || undefined}>
            <div>
              <b>
                <bdi dir="ltr">{PLATFORMS[device.platform]}</bdi>
              </b>
              {device.appVersion ? (
                <>
                  {' · '}
                  {t('account.device.app')} <bdi dir="ltr">{device.appVersion}</bdi>
                </>
              ) : null}
              <small>
                {t('account.device.token')}{' '}
                <bdi className="bc-code" dir="ltr">
                  …{device.tokenEnd}
                </bdi>
                {' · '}
                {t('account.device.refreshed')} <RelativeTime value={new Date(device.tokenRefreshedAt)} {...style} />
              </small>
              {device.invalidReason && device.invalidatedAt ? (
                <small>
                  {t(`account.device.reason.${device.invalidReason}`)}
                  {' · '}
                  <RelativeTime value={new Date(device.invalidatedAt)} {...style} />
                </small>
              ) : null}
            </div>
            <div className="bc-tab-end">
              <State {...LOOKS[device.state]} word={t(`account.device.state.${device.state}`)} />
              {mayInvalidate && device.state !== 'INVALID' ? (
                <Button
                  size="sm"
                  className="bc-destructive"
                  onClick={() => setChosen({ device, key: newIdempotencyKey() })}
                >
                  {t('account.device.invalidate')}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      {chosen ? (
        <ReasonDialog
          title={t('account.device.invalidate-title', { platform: PLATFORMS[chosen.device.platform] })}
          consequence={t('account.device.invalidate-consequence')}
          verb={t('account.device.invalidate')}
          isDestructive
          isReasonRequired
          onClose={() => setChosen(null)}
          onConfirm={async (reason) => {
            try {
              const input = { id: chosen.device.id, reason };
              await request(
                invalidateDeviceMutation,
                { input },
                { idempotencyKey: chosen.key, errorsShown: 'in-place' },
              );
              setChosen(null);
            } finally {
              void refresh();
            }
          }}
        />
      ) : null}
    </AccountTab>
  );
}
