import { rolesIn } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import type { StaffMemberRowFragment } from '../../generated/graphql.ts';
import { formatList } from '../../lib/format/formats.ts';
import type { EntityActionsProps } from '../../records/entity-definition.ts';
import styles from './staff-member.module.css';
import { declineAccessMutation } from './staff-member.operations.ts';
import { StaffStepDialog } from './staff-step-dialog.tsx';

/** A person's request for roles: give them in the form below, or decline it. */
export function AccessRequestLead({ record, onChanged }: EntityActionsProps<StaffMemberRowFragment>) {
  const { t, locale, timeZone } = useMessages();
  const [isAsked, setAsked] = useState(false);
  const { accessRequest } = record;
  if (accessRequest == null) return null;
  const roles = rolesIn(accessRequest.roles.join(' ')).map((role) => t(`shell.role.${role}`));
  const giveRoles = () => document.querySelector<HTMLInputElement>('form input[name="roles"]')?.focus();
  return (
    <div className={styles['asks']}>
      <IconUserQuestion size={20} stroke={1.75} aria-hidden />
      <p>
        <b>
          {roles.length === 0
            ? t('staff.asks.any')
            : t('staff.asks.roles', { roles: formatList(roles, locale, 'disjunction') })}
        </b>
        {accessRequest.note == null ? null : <span dir="auto">{accessRequest.note}</span>}
        <RelativeTime value={new Date(accessRequest.requestedAt)} locale={locale} timeZone={timeZone} />
      </p>
      {record.isHere ? <Button onClick={giveRoles}>{t('staff.asks.give')}</Button> : null}
      <Button onClick={() => setAsked(true)}>{t('staff.asks.decline')}</Button>
      {isAsked ? (
        <StaffStepDialog
          record={record}
          document={declineAccessMutation}
          said={() => ({})}
          title={t('staff.asks.decline-title', { name: record.name })}
          consequence={t('staff.asks.decline-consequence')}
          verb={t('staff.asks.decline')}
          onClose={() => setAsked(false)}
          onDone={onChanged}
        />
      ) : null}
    </div>
  );
}
