import { AWARD_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime, State } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconAward, IconBan, IconCircleCheck, IconHourglassEmpty } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountAwardsQuery } from '../../../generated/graphql.ts';
import { load, newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { Select } from '../../../lib/select/select.tsx';
import { choicesOf, offered, useChoices } from '../../../records/fields/choices.ts';
import { offerUndo } from '../../../records/offer-undo.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import { askedBefore } from '../../../records/state-actions.ts';
import { countedChoices, countsOf, TabFilter } from '../../../records/tab/tab-filter.tsx';
import { Latest } from '../../../records/tab/tab-head.tsx';
import { TabCard, TabRow, TabRows } from '../../../records/tab/tab-rows.tsx';
import { badgeChoicesQuery } from '../bulk/account-bulk.operations.ts';
import type { AccountRecord } from '../use-account.ts';
import { accountAwardsQuery, awardBadgeMutation, revokeBadgeMutation } from './account-details.operations.ts';
import { offerOf, useAccountSummary, useDetailsPages, useRefreshDetails } from './use-account-details.ts';

type Award = AccountAwardsQuery['accountAwards']['nodes'][number];
const PAGE_SIZE = 25;
const LOOKS = {
  HELD: { tone: 'positive', icon: IconCircleCheck },
  EXPIRED: { tone: 'neutral', icon: IconHourglassEmpty },
  REVOKED: { tone: 'negative', icon: IconBan },
} as const;
const STATES = ['HELD', 'EXPIRED', 'REVOKED'] as const satisfies readonly Award['state'][];
const badges = choicesOf('badge', badgeChoicesQuery);

/** Present and past badges of an account. */
export function AccountAwards({ account }: { readonly account: AccountRecord }) {
  const { t, locale } = useMessages();
  const refresh = useRefreshDetails(account.id);
  const [isAwarding, setAwarding] = useState(false);
  const [revoking, setRevoking] = useState<{ readonly award: Award; readonly key: string } | null>(null);
  const awards = useDetailsPages<Award>([account.id, 'awards', locale], async (after, signal) => {
    const variables = { id: account.id, first: PAGE_SIZE, after, locale };
    return (await load(accountAwardsQuery, variables, signal)).accountAwards;
  });
  const [state, setState] = useState<Award['state'] | null>(null);
  const held = useAccountSummary(account.id).data?.badges;
  const loaded = awards.data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  const rows = loaded.filter((award) => state === null || award.state === state);
  const offer = offerOf(account, 'AWARD_BADGE');
  const mayRevoke = offerOf(account, 'REVOKE_BADGE') === 'NOW';
  const [latest] = loaded;
  const action =
    offer === 'NOW' ? (
      <Button leftSection={<IconAward size={16} stroke={1.75} aria-hidden />} onClick={() => setAwarding(true)}>
        {t('account.action.award')}
      </Button>
    ) : offer === 'NOT_NOW' ? (
      t('account.action.not-now', { state: t(`account.state.${account.state}`) })
    ) : null;
  return (
    <>
      <TabRows
        loaded={awards}
        rowCount={rows.length}
        head={{
          summary: held === undefined ? t('account.tab.badges') : t('account.award.summary', { held }),
          note: latest ? <Latest at={new Date(latest.awardedAt)} /> : null,
          action,
          filter: awards.hasNextPage ? null : (
            <TabFilter
              label={t('records.tab.filter')}
              value={state}
              onChange={setState}
              choices={countedChoices(
                t('records.tab.all'),
                STATES,
                (each) => t(`account.award.state.${each}`),
                countsOf(loaded, STATES, (award) => award.state),
              )}
            />
          ),
        }}
        empty={{ title: t('account.award.none'), body: t('account.award.none-body'), action }}
        onShowAll={state === null ? null : () => setState(null)}
      >
        <TabCard>
          {rows.map((award) => (
            <AwardRow
              key={award.id}
              award={award}
              onRevoke={
                mayRevoke && award.state === 'HELD' ? () => setRevoking({ award, key: newIdempotencyKey() }) : null
              }
            />
          ))}
        </TabCard>
      </TabRows>
      {isAwarding ? <AwardDialog account={account} onClose={() => setAwarding(false)} /> : null}
      {revoking ? (
        <ReasonDialog
          title={t('account.award.revoke-title', { badge: revoking.award.badge.name })}
          consequence={t('account.award.revoke-consequence')}
          verb={t('account.award.revoke')}
          {...askedBefore(AWARD_MACHINE, 'revoke')}
          onClose={() => setRevoking(null)}
          onConfirm={async (reason) => {
            try {
              const input = { awardId: revoking.award.id, reason };
              await request(revokeBadgeMutation, { input }, { idempotencyKey: revoking.key, errorsShown: 'in-place' });
              setRevoking(null);
            } finally {
              void refresh();
            }
          }}
        />
      ) : null}
    </>
  );
}

function AwardRow({ award, onRevoke }: { readonly award: Award; readonly onRevoke: (() => void) | null }) {
  const { t, locale, timeZone } = useMessages();
  const style = { locale, timeZone };
  const { badge } = award;
  return (
    <TabRow
      isOver={award.state !== 'HELD'}
      {...(badge.imageUrl ? { picture: <img src={badge.imageUrl} alt="" /> } : { icon: IconAward })}
      title={
        <>
          <bdi>{badge.name}</bdi>
          {badge.isRepeatable ? ` ${t('account.award.occurrence', { number: award.occurrence })}` : null}
        </>
      }
      details={[
        t(`account.award.source.${award.source}`, { name: award.awardedBy?.name ?? '' }),
        <RelativeTime key="at" value={new Date(award.awardedAt)} {...style} />,
        award.expiresAt ? t('account.award.until', { day: formatDay(award.expiresAt, style) ?? '' }) : null,
      ]}
      notes={[
        award.note ? <bdi key="note">{award.note}</bdi> : null,
        award.state === 'REVOKED' ? (
          <>
            {award.revokedBy
              ? t('account.award.revoked-by', { name: award.revokedBy.name })
              : t('account.award.revoked')}
            {': '}
            <bdi>{award.revokeReason}</bdi>
          </>
        ) : null,
      ]}
      end={
        <>
          <State {...LOOKS[award.state]} word={t(`account.award.state.${award.state}`)} />
          {onRevoke ? (
            <Button
              size="sm"
              className="bc-destructive"
              aria-label={t('account.award.revoke-one', { badge: badge.name })}
              onClick={onRevoke}
            >
              {t('account.award.revoke')}
            </Button>
          ) : null}
        </>
      }
    />
  );
}

function AwardDialog({ account, onClose }: { readonly account: AccountRecord; readonly onClose: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const refresh = useRefreshDetails(account.id);
  const [badgeId, setBadgeId] = useState<string | null>(null);
  const [isHeld, setHeld] = useState(false);
  // Another badge is another request; retrying the same one is not.
  const [key, setKey] = useState(newIdempotencyKey);
  const known = offered(useChoices(badges), badgeId);
  return (
    <ReasonDialog
      title={t('account.award.title')}
      consequence={t('account.award.consequence')}
      verb={t('account.action.award')}
      isDestructive={false}
      isReasonRequired={false}
      isIncomplete={badgeId === null}
      onClose={onClose}
      onConfirm={async (note) => {
        if (badgeId === null) return;
        try {
          const input = { id: account.id, badgeId, note: note || null };
          const answer = await request(
            awardBadgeMutation,
            { input },
            { idempotencyKey: key, errorsShown: 'in-place', successShown: 'by-caller' },
          );
          onClose();
          offerUndo(messages, async () => {
            try {
              const undo = { awardId: answer.awardAccountBadge.awardId, reason: t('account.award.undone') };
              await request(revokeBadgeMutation, { input: undo });
            } finally {
              void refresh();
            }
          });
        } catch (error) {
          setKey(newIdempotencyKey());
          setHeld(error instanceof RequestError && error.code === 'field.invalid');
          throw error;
        } finally {
          void refresh();
        }
      }}
    >
      <Select
        label={t('account.bulk.target.badge')}
        required
        data-autofocus
        options={known}
        value={badgeId}
        error={isHeld ? t('error.field.already-awarded') : null}
        onChange={(value) => {
          setBadgeId(value);
          setHeld(false);
          setKey(newIdempotencyKey());
        }}
      />
    </ReasonDialog>
  );
}
