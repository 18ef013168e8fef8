import { useMessages } from '@backcounter/i18n/react';
import { change } from '../../crud/ask.ts';
import type { EntityActionsProps } from '../../crud/entity-definition.ts';
import type { BadgeRowFragment } from '../../generated/graphql.ts';
import { RecordPicture } from '../../records/picture/record-picture.tsx';
import { setBadgeImageMutation } from './badge.operations.ts';

/** The picture of a badge. */
export function BadgePicture({ record, onChanged }: EntityActionsProps<BadgeRowFragment>) {
  const { t } = useMessages();
  return (
    <section className="bc-usage">
      <h3>{t('badge.field.image')}</h3>
      <RecordPicture
        name={record.name}
        kind="badge"
        version={record.version}
        imageUrl={record.imageUrl ?? null}
        mayChange={record.actions.includes('EDIT')}
        onUse={(picture, options) => change(setBadgeImageMutation, { id: record.id, ...picture }, options)}
        onChanged={() => void onChanged()}
      />
    </section>
  );
}
