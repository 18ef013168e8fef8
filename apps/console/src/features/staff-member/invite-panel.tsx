import { staffInvitationFields, staffInvitationRules } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { load, request } from '../../lib/api/graphql-client.ts';
import { refreshLists } from '../../listing/use-list-data.ts';
import { emptyValues, fieldOf, filled } from '../../records/form/field-map.ts';
import { RecordForm, TextField } from '../../records/form/record-form.tsx';
import { useRecordForm } from '../../records/form/use-record-form.ts';
import { RecordDrawer } from '../../records/record-drawer.tsx';
import { inviteStaffMutation, staffMailedQuery } from './staff-member.operations.ts';
import { AccessFields } from './staff-member-fields.tsx';
import { LinkOnce } from './staff-step-dialog.tsx';

interface InvitePanelProps {
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

/** `?new`: invites someone by mail, or by a link that is shown once. */
export function InvitePanel({ onClose, onCreated }: InvitePanelProps) {
  const { t } = useMessages();
  const client = useQueryClient();
  // True: links are mailed; false: they are shown; null: another provider manages people.
  const { data: mailed } = useQuery({
    queryKey: ['staff-mailed'],
    queryFn: async ({ signal }) => (await load(staffMailedQuery, {}, signal)).staffMailed ?? null,
    meta: { errorsShown: 'in-toast' },
  });
  const [wantsLink, setWantsLink] = useState(false);
  const [made, setMade] = useState<{ readonly id: string; readonly link: string } | null>(null);
  const done = (id: string) => {
    onClose();
    onCreated(id);
  };
  const form = useRecordForm({
    record: 'staff-member:new',
    base: emptyValues(staffInvitationFields),
    version: 0,
    rules: staffInvitationRules,
    required: ['email'],
    save: async (_patch, _version, idempotencyKey, mine) => {
      const input = { ...(filled(mine) as typeof mine & { email: string }), byMail: mailed === true && !wantsLink };
      const { saved } = await request(inviteStaffMutation, { input }, { idempotencyKey, errorsShown: 'in-place' });
      void refreshLists(client, 'people');
      if (saved.link == null) done(saved.invitationId);
      else setMade({ id: saved.invitationId, link: saved.link });
    },
    onSaved: () => undefined,
  });
  const labelOf = (field: string) => t(`staff.field.${field as keyof typeof form.values}`);
  if (made !== null) return <LinkOnce path={made.link} onClose={() => done(made.id)} />;
  const title = t('staff.invite.title');
  return (
    <RecordDrawer title={title} onClose={onClose}>
      {mailed === null ? (
        <p className="bc-form-body">{t('staff.invite.elsewhere')}</p>
      ) : (
        <RecordForm
          form={form}
          label={title}
          labelOf={labelOf}
          wordsOf={(_field, value) => String(value ?? '')}
          verb={t('staff.invite.verb')}
          onCancel={onClose}
        >
          <div className="bc-form-group">
            <TextField {...fieldOf(form, labelOf)('email')} type="email" isLatin />
            <AccessFields form={form} labelOf={labelOf} isOwn={false} />
            {mailed ? (
              <Checkbox
                size="xs"
                label={t('staff.invite.by-link')}
                checked={wantsLink}
                onChange={({ currentTarget: { checked } }) => setWantsLink(checked)}
              />
            ) : (
              <p>{t('staff.invite.no-mail')}</p>
            )}
          </div>
        </RecordForm>
      )}
    </RecordDrawer>
  );
}
