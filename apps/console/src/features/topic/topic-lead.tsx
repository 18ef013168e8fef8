import { useMessages } from '@backcounter/i18n/react';
import { AppPreview } from '../../crud/app-preview.tsx';
import type { EntityLeadProps } from '../../crud/entity-definition.ts';
import type { TopicRowFragment } from '../../generated/graphql.ts';
import { useEditedText } from '../../records/form/language-tabs.tsx';
import styles from './topic.module.css';

/** The topic among a customer's subscriptions in the app. */
export function TopicLead({ form }: EntityLeadProps<TopicRowFragment>) {
  const { t } = useMessages();
  const name = useEditedText(form, 'nameI18n');
  const description = useEditedText(form, 'descriptionI18n');
  const isOn = (form.values as { readonly defaultSubscribed?: boolean | null }).defaultSubscribed === true;
  return (
    <AppPreview>
      <div className={styles['subscription']}>
        <b>
          <bdi>{name || t('crud.field.name')}</bdi>
        </b>
        <span className={styles['switch']} data-on={isOn || undefined} />
        {description ? (
          <small>
            <bdi>{description}</bdi>
          </small>
        ) : null}
      </div>
    </AppPreview>
  );
}
