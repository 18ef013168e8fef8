import { type ActionKey, actionKey, BADGE_MACHINE, type BadgeAction } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import type { UiIcon } from '@backcounter/ui';
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

type Shown = Exclude<BadgeAction, 'EDIT'>;

/** The buttons, in their order. */
const ICONS: Readonly<Record<Shown, UiIcon>> = {
  ACTIVATE: IconPlayerPlay,
  RETIRE: IconArchive,
};

/** Picture and life of a badge: a draft is activated, an active one retired. */
export function BadgeActions(props: EntityActionsProps<BadgeRowFragment>) {
  const { record, onChanged } = props;
  const { t } = useMessages();
  const [asked, setAsked] = useState<ActionKey<Shown> | null>(null);
  const needsPicture = record.imageUrl == null && record.actions.includes('ACTIVATE');
  const open = (Object.entries(ICONS) as [Shown, UiIcon][]).filter(([action]) => record.actions.includes(action));
  return (
    <>
      <BadgePicture {...props} />
      <UsageNote usages={record.usedBy}>
        {open.map(([action, Icon]) => (
          <Button
            key={action}
            {...(BADGE_MACHINE.actions[action].isDestructive && { className: 'bc-destructive' })}
            leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
            disabled={action === 'ACTIVATE' && needsPicture}
            onClick={() => setAsked(actionKey(action))}
          >
            {t(`badge.${actionKey(action)}.action`)}
          </Button>
        ))}
        {needsPicture ? <p>{t('badge.activate.needs-picture')}</p> : null}
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
