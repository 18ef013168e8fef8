import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { StaffMemberRowFragment } from '../../generated/graphql.ts';
import type { EntityActionsProps } from '../../records/entity-definition.ts';
import { DrawerPart } from '../../records/record-drawer.tsx';
import { usePanel } from '../../records/use-panel.ts';
import { revokeInvitationMutation, sendInvitationMutation } from './staff-member.operations.ts';
import { StaffStepDialog } from './staff-step-dialog.tsx';

/** Sends an invitation again, or revokes it. */
export function InvitationActions({ record, onChanged }: EntityActionsProps<StaffMemberRowFragment>) {
  const { t } = useMessages();
  const panel = usePanel();
  const [asked, setAsked] = useState<'again' | 'revoke' | null>(null);
  const close = () => setAsked(null);
  return (
    <DrawerPart title={t('staff.invite.part')}>
      <p>{t(record.state === 'EXPIRED' ? 'staff.invite.expired' : 'staff.invite.waiting')}</p>
      <Button onClick={() => setAsked('again')}>{t('staff.invite.again')}</Button>
      <Button className="bc-destructive" onClick={() => setAsked('revoke')}>
        {t('staff.invite.revoke')}
      </Button>
      {asked === null ? null : (
        <StaffStepDialog
          record={record}
          document={asked === 'again' ? sendInvitationMutation : revokeInvitationMutation}
          said={() => ({})}
          title={t(`staff.invite.${asked}-title`, { name: record.name })}
          consequence={t(`staff.invite.${asked}-consequence`)}
          verb={t(`staff.invite.${asked}`)}
          isDestructive={asked === 'revoke'}
          onClose={close}
          onSaved={asked === 'revoke' ? panel.close : close}
          onDone={onChanged}
        />
      )}
    </DrawerPart>
  );
}
