import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { Button, Checkbox } from '@mantine/core';
import { IconBan, IconCircleCheck, IconDevices, IconLockOpen, IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffMemberRowFragment } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { part } from '../../lib/page/part.ts';
import { QueryFailure } from '../../lib/page/query-failure.tsx';
import { session } from '../../lib/settings/session.ts';
import { ActionDialog } from '../../records/action-dialog.tsx';
import type { EntityActionsProps } from '../../records/entity-definition.ts';
import { DrawerPart } from '../../records/record-drawer.tsx';
import styles from './staff-member.module.css';
import {
  reactivateStaffMutation,
  resetStaffMutation,
  signOutStaffMutation,
  staffAccessQuery,
  suspendStaffMutation,
  unlockStaffMutation,
} from './staff-member.operations.ts';
import { StaffStepDialog } from './staff-step-dialog.tsx';

const InvitationActions = part(() => import('./invitation-actions.tsx'), 'InvitationActions');

type Props = EntityActionsProps<StaffMemberRowFragment>;
type Asked = 'suspend' | 'reactivate' | 'unlock' | 'reset' | { readonly session: string | null } | null;

/** Where a person is signed in, and their access; or what can be done about an invitation. */
export function StaffMemberAccess(props: Props) {
  const { isHere, expiresAt } = props.record;
  if (!isHere) return null;
  return expiresAt == null ? <Access {...props} /> : <InvitationActions {...props} />;
}

function Access({ record, onChanged }: Props) {
  const { t, locale, timeZone } = useMessages();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked>(null);
  const [endsSecondFactor, setEnds] = useState(false);
  const key = ['staff-access', record.id];
  const access = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await load(staffAccessQuery, { id: record.id }, signal)).staffMember,
    meta: { errorsShown: 'elsewhere' },
  });
  const isOwn = record.id === session.state.get().person?.sub;
  const sessions = access.data?.sessions ?? [];
  const close = () => setAsked(null);
  const changed = async () => {
    await Promise.all([onChanged(), client.invalidateQueries({ queryKey: key })]);
  };
  const step = { record, onClose: close, onDone: changed };
  const { name } = record;
  const isActive = record.state === 'ACTIVE';
  const StateIcon = isActive ? IconBan : IconCircleCheck;
  return (
    <>
      <DrawerPart title={t('staff.sessions.title')}>
        {access.error ? (
          <QueryFailure query={access} title={t('staff.sessions.failed')} />
        ) : sessions.length === 0 ? (
          <p>{t(access.isPending ? 'common.place.loading' : 'staff.sessions.none')}</p>
        ) : (
          <>
            <ul className={styles['sessions']}>
              {sessions.map(({ id, device, address, lastActiveAt }) => (
                <li key={id} className={styles['session']}>
                  <IconDevices size={20} stroke={1.75} aria-hidden />
                  <div>
                    <bdi>{device}</bdi>
                    <small>
                      {address ? <bdi>{address}</bdi> : null} {t('staff.sessions.active')}{' '}
                      <RelativeTime value={new Date(lastActiveAt)} locale={locale} timeZone={timeZone} />
                    </small>
                  </div>
                  <Button size="xs" onClick={() => setAsked({ session: id })}>
                    {t('staff.sign-out.action')}
                  </Button>
                </li>
              ))}
            </ul>
            <Button onClick={() => setAsked({ session: null })}>{t('staff.sign-out.everywhere')}</Button>
          </>
        )}
      </DrawerPart>
      <DrawerPart title={t('staff.access.title')}>
        {record.stateReason ? <p dir="auto">{t('staff.state.because', { reason: record.stateReason })}</p> : null}
        {record.isWaiting ? (
          <>
            <p>{t('staff.unlock.why')}</p>
            <Button
              leftSection={<IconLockOpen size={16} stroke={1.75} aria-hidden />}
              onClick={() => setAsked('unlock')}
            >
              {t('staff.unlock.action')}
            </Button>
          </>
        ) : null}
        <Button leftSection={<IconSend size={16} stroke={1.75} aria-hidden />} onClick={() => setAsked('reset')}>
          {t('staff.reset.action')}
        </Button>
        {isActive && isOwn ? null : (
          <Button
            className={isActive ? 'bc-destructive' : ''}
            leftSection={<StateIcon size={16} stroke={1.75} aria-hidden />}
            onClick={() => setAsked(isActive ? 'suspend' : 'reactivate')}
          >
            {t(`staff.${isActive ? 'suspend' : 'reactivate'}.action`)}
          </Button>
        )}
      </DrawerPart>
      {asked === 'suspend' || asked === 'reactivate' ? (
        <ActionDialog
          {...step}
          document={asked === 'suspend' ? suspendStaffMutation : reactivateStaffMutation}
          title={t(`staff.${asked}.title`, { name })}
          consequence={t(`staff.${asked}.consequence`)}
          verb={t(`staff.${asked}.action`)}
          isDestructive={asked === 'suspend'}
          isReasonRequired={asked === 'suspend'}
        />
      ) : null}
      {asked === 'unlock' ? (
        <StaffStepDialog
          {...step}
          document={unlockStaffMutation}
          said={() => ({})}
          title={t('staff.unlock.title', { name })}
          consequence={t('staff.unlock.consequence')}
          verb={t('staff.unlock.action')}
        />
      ) : null}
      {typeof asked === 'object' && asked !== null ? (
        <StaffStepDialog
          {...step}
          document={signOutStaffMutation}
          said={() => asked}
          title={t(asked.session === null ? 'staff.sign-out.all-title' : 'staff.sign-out.title', { name })}
          consequence={t('staff.sign-out.consequence')}
          verb={t(asked.session === null ? 'staff.sign-out.everywhere' : 'staff.sign-out.action')}
        />
      ) : null}
      {asked === 'reset' ? (
        <StaffStepDialog
          {...step}
          document={resetStaffMutation}
          said={(reason) => ({ endsSecondFactor, reason })}
          title={t('staff.reset.title', { name })}
          consequence={t('staff.reset.consequence')}
          verb={t('staff.reset.action')}
          isDestructive
          hasReason
          isReasonRequired
        >
          {record.secondFactor === 'NONE' ? null : (
            <Checkbox
              size="xs"
              label={t('staff.reset.second-factor')}
              checked={endsSecondFactor}
              onChange={({ currentTarget: { checked } }) => setEnds(checked)}
            />
          )}
        </StaffStepDialog>
      ) : null}
    </>
  );
}
