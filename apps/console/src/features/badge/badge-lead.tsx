import { useMessages } from '@backcounter/i18n/react';
import { IconPhoto } from '@tabler/icons-react';
import { AppPreview } from '../../crud/app-preview.tsx';
import type { EntityLeadProps } from '../../crud/entity-definition.ts';
import type { BadgeRowFragment } from '../../generated/graphql.ts';
import { change } from '../../lib/record/record-steps.ts';
import { useEditedText } from '../../records/form/language-tabs.tsx';
import { RecordPicture } from '../../records/picture/record-picture.tsx';
import styles from './badge.module.css';
import { setBadgeImageMutation } from './badge.operations.ts';

/** The picture of a badge, and the badge as the app shows it to its owner. */
export function BadgeLead({ form, record, onChanged }: EntityLeadProps<BadgeRowFragment>) {
  const { t, intl } = useMessages();
  const name = useEditedText(form, 'nameI18n');
  return (
    <div className={styles['lead']} data-picture={record !== null || undefined}>
      {record ? (
        <section className={styles['picture']}>
          <h3>{t('badge.field.imagePath')}</h3>
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
      ) : null}
      <AppPreview>
        {record?.imageUrl == null ? (
          <span className={styles['medal']}>
            <IconPhoto size={24} stroke={1.5} aria-hidden />
          </span>
        ) : (
          <img className={styles['medal']} src={record.imageUrl} alt="" />
        )}
        <b>
          <bdi>{name || t('crud.field.name')}</bdi>
        </b>
        <small>
          {t('badge.preview.earned', { date: intl.formatDate(new Date(), { month: 'short', day: 'numeric' }) })}
        </small>
      </AppPreview>
    </div>
  );
}
