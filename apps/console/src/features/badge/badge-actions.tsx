import { BADGE_MACHINE, type BadgeAction } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import type { UiIcon } from '@backcounter/ui';
import { IconArchive, IconPlayerPlay } from '@tabler/icons-react';
import type { EntityActionsProps } from '../../crud/entity-definition.ts';
import { DrawerPart } from '../../crud/record-drawer.tsx';
import { StateButtons } from '../../crud/state-buttons.tsx';
import type { BadgeRowFragment } from '../../generated/graphql.ts';
import { badgeDocuments } from './badge-record.operations.ts';

const ICONS = {
  ACTIVATE: IconPlayerPlay,
  RETIRE: IconArchive,
} satisfies Readonly<Record<Exclude<BadgeAction, 'EDIT'>, UiIcon>>;

/** Actions of a badge. */
export function BadgeActions(props: EntityActionsProps<BadgeRowFragment>) {
  const { record } = props;
  const { t } = useMessages();
  const needsPicture = record.imageUrl == null && record.actions.includes('ACTIVATE');
  return (
    <DrawerPart>
      <StateButtons
        {...props}
        machine={BADGE_MACHINE}
        icons={ICONS}
        documents={badgeDocuments}
        words={(action) => ({
          verb: t(`badge.${action}.action`),
          title: t(`badge.${action}.title`, { name: record.name }),
          consequence: t(`badge.${action}.consequence`),
        })}
        disabled={needsPicture ? 'ACTIVATE' : undefined}
      />
      {needsPicture ? <p>{t('badge.activate.needs-picture')}</p> : null}
    </DrawerPart>
  );
}
