import { TOPIC_KINDS, topicRecord } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import type { TopicRowFragment } from '../../generated/graphql.ts';
import { figureColumn } from '../../listing/columns/column-kinds.tsx';
import { AppPreview } from '../../records/app-preview.tsx';
import {
  ARCHIVED_FILTER,
  changedColumn,
  choiceFilter,
  entityCodeColumn,
  entityNameColumn,
  flagColumn,
  ORDER_SORTS,
  phoneRow,
  stateColumn,
  valueFilter,
} from '../../records/entity-columns.tsx';
import { defineEntity, type EntityFieldsProps, type EntityLeadProps } from '../../records/entity-definition.ts';
import { entityLabels } from '../../records/entity-labels.ts';
import { EntityState } from '../../records/entity-state.tsx';
import { ChoiceName } from '../../records/fields/choice-name.tsx';
import { choicesOf } from '../../records/fields/choices.ts';
import { ChoiceOf, CodeAndName } from '../../records/fields/entity-fields.tsx';
import { fieldOf } from '../../records/form/field-map.ts';
import { useEditedText } from '../../records/form/language-tabs.tsx';
import { LocalizedTextField } from '../../records/form/localized-field.tsx';
import { ChoiceField, FlagField } from '../../records/form/record-form.tsx';
import styles from './topic.module.css';
import { categoryChoicesQuery } from './topic.operations.ts';
import { topicDocuments as documents } from './topic-record.operations.ts';

/** The topic among a customer's subscriptions in the app. */
function TopicLead({ form }: EntityLeadProps<TopicRowFragment>) {
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

const DESCRIPTION_MAX_LENGTH = 200;

/** Categories of topics. */
const topicCategories = choicesOf('topic-category', categoryChoicesQuery);

/** The form of a topic. */
function TopicFields(props: EntityFieldsProps<TopicRowFragment, typeof topicRecord>) {
  const { form, labelOf } = props;
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  return (
    <>
      <CodeAndName {...props}>
        <LocalizedTextField {...field('descriptionI18n')} maxLength={DESCRIPTION_MAX_LENGTH} />
      </CodeAndName>
      <ChoiceOf {...field('categoryId')} choices={topicCategories} />
      <ChoiceField
        {...field('kind')}
        hint={t('topic.kind.hint')}
        options={TOPIC_KINDS.map((kind) => ({ value: kind, label: t(`topic.kind.${kind}`) }))}
      />
      <FlagField {...field('defaultSubscribed')} hint={t('topic.field.default-subscribed-hint')} />
    </>
  );
}

/** `/admin/topics`. */
export const topics = defineEntity({
  record: topicRecord,
  path: '/admin/topics',
  list: {
    name: 'topics',
    capability: 'TOPICS',
    titleKey: 'shell.page.topics',
    searchHintKey: () => 'crud.search.hint',
    emptyKey: 'topic.place.none',
    emptyBodyKey: 'topic.place.none-body',
    columns: [
      entityNameColumn(),
      entityCodeColumn(),
      {
        key: 'category',
        headerKey: 'crud.field.category',
        width: 160,
        render: ({ categoryId }) => <ChoiceName choices={topicCategories} value={categoryId} />,
      },
      { key: 'kind', headerKey: 'topic.field.kind', width: 112, render: ({ kind }, { t }) => t(`topic.kind.${kind}`) },
      flagColumn<TopicRowFragment>(
        { key: 'default', headerKey: 'topic.field.defaultSubscribed' },
        (row) => row.defaultSubscribed,
      ),
      stateColumn(),
      figureColumn(
        'subscribers',
        'topic.field.subscribers',
        112,
        ({ subscriberCount }: TopicRowFragment) => subscriberCount,
        {
          sort: 'subscribers',
        },
      ),
      changedColumn(),
    ],
    filters: [
      choiceFilter('category', 'crud.field.category', topicCategories),
      valueFilter('kind', 'topic.field.kind', TOPIC_KINDS, (kind) => `topic.kind.${kind}`),
      { key: 'defaultSubscribed', labelKey: 'topic.field.defaultSubscribed', shape: 'flag' },
      ARCHIVED_FILTER,
    ],
    sorts: { ...ORDER_SORTS, subscribers: 'SUBSCRIBERS' },
    phoneRow: phoneRow((row) => <EntityState record={row} />),
  },
  documents,
  nameOf: ({ name }) => name,
  codeOf: ({ code }) => code,
  fields: entityLabels(topicRecord, (field) => `topic.field.${field}`),
  Lead: TopicLead,
  Fields: TopicFields,
  drawn: ['categoryId', 'code', 'nameI18n', 'descriptionI18n', 'kind', 'defaultSubscribed'],
  State: EntityState,
  creation: {
    titleKey: 'topic.new.title',
    document: documents.create,
    values: { kind: 'MARKETING' },
  },
  archival: { archive: documents.archive, restore: documents.restore },
  order: {
    document: documents.move,
    sort: 'POSITION',
    groupOf: ({ categoryId }) => ({ id: categoryId, choices: topicCategories }),
  },
});
