import type { RecordDefinition } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useRef } from 'react';
import { change } from '../lib/record/record-steps.ts';
import type { EntityCreation, EntityDefinition, EntityRow } from './entity-definition.ts';
import { useEntityWords } from './entity-words.ts';
import { EnteredFields } from './form/entered-fields.tsx';
import { emptyValues, fieldMap, filled, withJson } from './form/field-map.ts';
import { OneLanguage } from './form/language-tabs.tsx';
import { RecordForm } from './form/record-form.tsx';
import type { FieldValues } from './form/record-merge.ts';
import { useRecordForm } from './form/use-record-form.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { useRefreshEntity } from './use-entity-record.ts';

/** Properties of the panel. */
export interface NewEntityProps<Row extends EntityRow> {
  readonly definition: EntityDefinition<Row>;
  readonly creation: EntityCreation;
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

/** `?new`: a new record. */
export function NewEntity<Row extends EntityRow>({ definition, creation, onClose, onCreated }: NewEntityProps<Row>) {
  const { t } = useMessages();
  const words = useEntityWords(definition, null);
  const refresh = useRefreshEntity(definition);
  const created = useRef<string>(undefined);
  const { Fields, Lead } = definition;
  const title = t(creation.titleKey);
  const base = newValues(definition.record, creation.values);
  const form = useRecordForm({
    record: `${definition.record.noun}:new`,
    base,
    version: 0,
    rules: definition.rulesOf?.(null) ?? definition.record.rules,
    required: Object.keys(base),
    save: async (_patch, _version, idempotencyKey, mine) => {
      const { id } = await change(
        creation.document,
        filled(withJson(fieldMap(mine, Object.keys(mine)), definition.record.fields)) as never,
        {
          idempotencyKey,
          errorsShown: 'in-place',
        },
      );
      created.current = id;
    },
    onSaved: () => {
      void refresh();
      onClose();
      if (created.current !== undefined) onCreated(created.current);
    },
  });
  return (
    <RecordDrawer title={title} onClose={onClose}>
      <RecordForm form={form} label={title} {...words} verb={t('crud.action.create')} onCancel={onClose}>
        <OneLanguage>
          {Lead ? <Lead form={form} record={null} onChanged={refresh} /> : null}
          <div ref={markFirstField} className="bc-form-group">
            <Fields form={form} record={null} labelOf={words.labelOf} />
            <EnteredFields
              form={form}
              fields={definition.record.fields}
              except={definition.drawn}
              labelOf={words.labelOf}
            />
          </div>
        </OneLanguage>
      </RecordForm>
    </RecordDrawer>
  );
}

/** Initial values of all fields of a form. */
function newValues({ fields }: Pick<RecordDefinition, 'fields'>, given: FieldValues = {}): FieldValues {
  const flags = Object.keys(fields).filter((name) => fields[name]?.kind === 'BOOLEAN');
  return { ...emptyValues(fields), ...Object.fromEntries(flags.map((name) => [name, false])), ...given };
}

/** Makes the drawer's focus trap focus the first field instead of Close. */
function markFirstField(group: HTMLElement | null): void {
  group?.querySelector('input, textarea, [role="combobox"]')?.setAttribute('data-autofocus', 'true');
}
