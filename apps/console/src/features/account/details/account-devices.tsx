import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime, State } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconBan, IconCircleCheck, IconClockPause, IconDeviceMobile, IconHourglassEmpty } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountDevicesQuery } from '../../../generated/graphql.ts';
import { load, newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import { countedChoices, countsOf, TabFilter } from '../../../records/tab/tab-filter.tsx';
import { DetailLine, TabCard, TabRow, TabRows } from '../../../records/tab/tab-rows.tsx';
import type { AccountRecord } from '../use-account.ts';
import { accountDevicesQuery, invalidateDeviceMutation } from './account-details.operations.ts';
import { offerOf, useRefreshDetails } from './use-account-details.ts';

type Device = AccountDevicesQuery['accountDevices'][number];

const LOOKS = {
  REACHABLE: { tone: 'positive', icon: IconCircleCheck },
  STALE: { tone: 'warning', icon: IconClockPause },
  EXPIRED: { tone: 'neutral', icon: IconHourglassEmpty },
  INVALID: { tone: 'negative', icon: IconBan },
} as const;
const STATES = ['REACHABLE', 'STALE', 'EXPIRED', 'INVALID'] as const satisfies readonly Device['state'][];
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
  const [state, setState] = useState<Device['state'] | null>(null);
  const all = devices.data ?? [];
  const rows = all.filter((device) => state === null || device.state === state);
  const counts = countsOf(all, STATES, (device) => device.state);
  const [latest] = all.toSorted((a, b) => Date.parse(b.tokenRefreshedAt) - Date.parse(a.tokenRefreshedAt));
  return (
    <>
      <TabRows
        loaded={devices}
        rowCount={rows.length}
        head={{
          summary: t('account.device.summary', { reachable: counts.REACHABLE, all: all.length }),
          note: latest ? (
            <>
              {t('account.device.last-seen')} <RelativeTime value={new Date(latest.tokenRefreshedAt)} {...style} />
            </>
          ) : null,
          filter: (
            <TabFilter
              label={t('records.tab.filter')}
              value={state}
              onChange={setState}
              choices={countedChoices(
                t('records.tab.all'),
                STATES,
                (each) => t(`account.device.state.${each}`),
                counts,
              )}
            />
          ),
        }}
        empty={{
          title: t('account.device.none'),
          body: t('account.device.none-body'),
          action: (
            <Button component={Link} to={`/accounts/${account.id}?tab=notifications`}>
              {t('account.device.none-action')}
            </Button>
          ),
        }}
        onShowAll={state === null ? null : () => setState(null)}
      >
        <TabCard>
          {rows.map((device) => (
            <TabRow
              key={device.id}
              icon={IconDeviceMobile}
              isOver={device.state === 'INVALID'}
              title={
                <>
                  <bdi dir="ltr">{PLATFORMS[device.platform]}</bdi>
                  {device.appVersion ? (
                    <>
                      {' · '}
                      {t('account.device.app')} <bdi dir="ltr">{device.appVersion}</bdi>
                    </>
                  ) : null}
                </>
              }
              details={[
                <>
                  {t('account.device.refreshed')} <RelativeTime value={new Date(device.tokenRefreshedAt)} {...style} />
                </>,
                <>
                  {t('account.device.token')}{' '}
                  <span className="bc-code" dir="ltr">
                    …{device.tokenEnd}
                  </span>
                </>,
              ]}
              notes={[
                device.invalidReason && device.invalidatedAt ? (
                  <DetailLine
                    key="invalid"
                    details={[
                      t(`account.device.reason.${device.invalidReason}`),
                      <RelativeTime key="at" value={new Date(device.invalidatedAt)} {...style} />,
                    ]}
                  />
                ) : null,
              ]}
              end={
                <>
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
                </>
              }
            />
          ))}
        </TabCard>
      </TabRows>
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
    </>
  );
}
