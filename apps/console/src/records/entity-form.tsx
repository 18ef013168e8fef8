import { useMessages } from '@backcounter/i18n/react';
import type { ReactNode } from 'react';
import { change } from '../lib/record/record-steps.ts';
import type { EntityDefinition, EntityRecord, EntityRow } from './entity-definition.ts';
import type { EntityWords } from './entity-words.ts';
import { EnteredFields } from './form/entered-fields.tsx';
import { fieldMap, formValues, withJson } from './form/field-map.ts';
import { OneLanguage } from './form/language-tabs.tsx';
import { RecordForm } from './form/record-form.tsx';
import { useRecordForm } from './form/use-record-form.ts';
import { EarlierNote, type EarlierValues } from './history/put-back.tsx';
import { useRefreshEntity } from './use-entity-record.ts';

/** Properties of {@link EntityForm}. */
export interface EntityFormProps<Row extends EntityRow> {
  readonly definition: EntityDefinition<Row>;
  readonly record: EntityRecord<Row>;
  readonly words: EntityWords;
  /** Earlier values that the form opens with. */
  readonly earlier: EarlierValues | null;
  readonly onDone: () => void;
  /** In a drawer, which has a button to close it: Discard stays. */
  readonly isDrawer?: boolean;
  /** Below the fields. */
  readonly children?: ReactNode;
}

/** The form of an existing record. Fields are shown even if it can't be edited now. */
export function EntityForm<Row extends EntityRow>(props: EntityFormProps<Row>) {
  const { definition, record, words, earlier, onDone, isDrawer = false } = props;
  const messages = useMessages();
  const refresh = useRefreshEntity(definition);
  const { documents, fields, Fields, Lead } = definition;
  const form = useRecordForm({
    record: `${definition.record.noun}:${record.id}`,
    base: formValues(record, fields),
    ...(earlier ? { earlier: earlier.values } : {}),
    version: record.version,
    rules: definition.rulesOf?.(record) ?? definition.record.rules,
    save: async (patch, expectedVersion, idempotencyKey, mine) => {
      await change(
        documents.update,
        {
          id: record.id,
          expectedVersion,
          patch: withJson(fieldMap(mine, Object.keys(patch)), definition.record.fields) as never,
        },
        { idempotencyKey, errorsShown: 'in-place' },
      );
    },
    onSaved: () => {
      void refresh();
      onDone();
    },
  });
  return (
    <RecordForm
      form={form}
      label={definition.nameOf(record, messages)}
      {...words}
      {...(isDrawer ? { verb: messages.t('crud.action.save') } : {})}
      onCancel={isDrawer ? null : onDone}
    >
      {earlier ? <EarlierNote time={earlier.time} /> : null}
      <OneLanguage>
        {Lead ? <Lead form={form} record={record} onChanged={refresh} /> : null}
        <fieldset className="bc-form-group" disabled={!record.actions.includes('EDIT')}>
          <Fields form={form} record={record} labelOf={words.labelOf} />
          <EnteredFields
            form={form}
            fields={definition.record.fields}
            except={definition.drawn}
            labelOf={words.labelOf}
          />
        </fieldset>
      </OneLanguage>
      {props.children}
    </RecordForm>
  );
}
