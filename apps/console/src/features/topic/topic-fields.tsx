import { TOPIC_KINDS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import type { EntityFieldsProps, ValueWords } from '../../crud/entity-definition.ts';
import { choicesOf } from '../../crud/fields/choices.ts';
import { ChoiceOf, CodeAndName } from '../../crud/fields/entity-fields.tsx';
import type { TopicRowFragment } from '../../generated/graphql.ts';
import { LocalizedTextField } from '../../records/form/localized-field.tsx';
import { ChoiceField, FlagField } from '../../records/form/record-form.tsx';
import { categoryChoicesQuery } from './topic.operations.ts';

const DESCRIPTION_MAX_LENGTH = 200;

/** Categories of topics. */
export const topicCategories = choicesOf('topic-category', categoryChoicesQuery);

/** Kinds of topics in words. */
export const topicWords: ValueWords = (field, value, { t }) => {
  const kind = field === 'kind' ? TOPIC_KINDS.find((each) => each === value) : undefined;
  return kind && t(`topic.kind.${kind}`);
};

/** The form of a topic. */
export function TopicFields(props: EntityFieldsProps<TopicRowFragment>) {
  const { form, labelOf } = props;
  const { t } = useMessages();
  return (
    <>
      <ChoiceOf form={form} name="categoryId" label={labelOf('categoryId')} choices={topicCategories} />
      <CodeAndName {...props} />
      <LocalizedTextField
        form={form}
        name="descriptionI18n"
        label={labelOf('descriptionI18n')}
        maxLength={DESCRIPTION_MAX_LENGTH}
      />
      <ChoiceField
        form={form}
        name="kind"
        label={labelOf('kind')}
        hint={t('topic.kind.hint')}
        options={TOPIC_KINDS.map((kind) => ({ value: kind, label: t(`topic.kind.${kind}`) }))}
      />
      <FlagField
        form={form}
        name="defaultSubscribed"
        label={labelOf('defaultSubscribed')}
        hint={t('topic.field.default-subscribed-hint')}
      />
    </>
  );
}
