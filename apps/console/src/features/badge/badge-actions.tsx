import { BADGE_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconArchive, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionDialog } from '../../crud/action-dialog.tsx';
import type { EntityActionsProps } from '../../crud/entity-definition.ts';
import { UsageNote } from '../../crud/usage-note.tsx';
import type { BadgeRowFragment } from '../../generated/graphql.ts';
import { askedBefore } from '../../records/state-actions.ts';
import { BadgePicture } from './badge-picture.tsx';
import { badgeDocuments } from './badge-record.operations.ts';

/** Picture and life of a badge: a draft is activated, an active one retired. */
export function BadgeActions(props: EntityActionsProps<BadgeRowFragment>) {
  const { record, onChanged } = props;
  const { t } = useMessages();
  const [asked, setAsked] = useState<'activate' | 'retire' | null>(null);
  const hasPicture = record.imageUrl != null;
  return (
    <>
      <BadgePicture {...props} />
      <UsageNote usages={record.usedBy}>
        {record.actions.includes('ACTIVATE') ? (
          <>
            <Button
              leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
              disabled={!hasPicture}
              onClick={() => setAsked('activate')}
            >
              {t('badge.activate.action')}
            </Button>
            {hasPicture ? null : <p>{t('badge.activate.needs-picture')}</p>}
          </>
        ) : null}
        {record.actions.includes('RETIRE') ? (
          <Button
            className="bc-destructive"
            leftSection={<IconArchive size={16} stroke={1.75} aria-hidden />}
            onClick={() => setAsked('retire')}
          >
            {t('badge.retire.action')}
          </Button>
        ) : null}
      </UsageNote>
      {asked ? (
        <ActionDialog
          document={badgeDocuments[asked]}
          record={record}
          title={t(`badge.${asked}.title`, { name: record.name })}
          consequence={t(`badge.${asked}.consequence`)}
          verb={t(`badge.${asked}.action`)}
          {...askedBefore(BADGE_MACHINE, asked)}
          onClose={() => setAsked(null)}
          onDone={onChanged}
        />
      ) : null}
    </>
  );
}
