import { refusedTimezones } from '@backcounter/domain';
import type { EntityRow } from '../../crud/entity-declaration.ts';
import { payloadOf } from '../../crud/mutation.graphql.ts';
import { addEntity, type EntityTypes } from '../../crud/record.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addChange, auditReason, expectedRecord } from '../../graphql/schema/mutation.ts';
import { configEntry } from './config-entry.entity.ts';
import { resetConfigEntry, updateConfigEntry } from './config-entry.service.ts';

/** Settings: list, record, update and reset. */
export function addConfigEntry(builder: Builder, shared: EntityTypes): void {
  const refs = addEntity(builder, shared, configEntry, { one: 'configEntry', many: 'configEntries' }, (t, enums) => ({
    key: t.string({ description: 'Name of the setting, such as `push.cap_per_day`.', resolve: text('key') }),
    description: t.string({ description: 'Effect of the setting, in English.', resolve: text('description') }),
    valueType: t.field({
      type: enums('valueType'),
      description: 'Kind of value.',
      resolve: text('valueType'),
    }),
    value: t.field({ type: 'JSON', description: 'Current value.', resolve: ({ value }) => value }),
    defaultValue: t.field({
      type: 'JSON',
      description: 'Default value.',
      resolve: ({ defaultValue }) => defaultValue,
    }),
    isDefault: t.boolean({
      description: 'Whether it has its default value.',
      resolve: ({ isDefault }) => isDefault === true,
    }),
    unit: t.string({
      nullable: true,
      description: 'Unit of a number, such as `seconds`, `days` or `points`; null: none.',
      resolve: (row) => row['unit'] as string | null,
    }),
    minValue: t.float({
      nullable: true,
      description: 'Smallest value allowed; null: no limit.',
      resolve: ({ minValue }) => minValue as number | null,
    }),
    maxValue: t.float({
      nullable: true,
      description: 'Largest value allowed; null: no limit.',
      resolve: ({ maxValue }) => maxValue as number | null,
    }),
    allowedValues: t.stringList({
      nullable: true,
      description: 'The values of an `ENUM`; null for other kinds.',
      resolve({ allowedValues }) {
        const refused = refusedTimezones();
        return (allowedValues as string[] | null)?.filter((value) => !refused.includes(value)) ?? null;
      },
    }),
    isPublic: t.boolean({
      description: 'Whether the mobile app may read it.',
      resolve: ({ isPublic }) => isPublic === true,
    }),
  }));
  const payload = payloadOf(configEntry, 'ConfigEntry', refs);
  const patch = builder.inputType('ConfigEntryPatchInput', {
    description: 'The value of a setting, by kind.',
    fields: (t) => ({
      value: t.field({
        type: 'JSON',
        required: true,
        description: 'Value of its kind, within its limits; `field.invalid` otherwise.',
      }),
    }),
  });
  addChange(builder, 'updateConfigEntry', {
    description: 'Sets the value of one setting.',
    extensions: needs('config-entry.edit'),
    input: (t) => ({
      ...expectedRecord(t, 'setting'),
      patch: t.field({ type: patch, required: true, description: 'New value.' }),
    }),
    change: ({ patch: { value }, ...expected }, context) => updateConfigEntry(context, expected, value),
    payload,
  });
  addChange(builder, 'resetConfigEntry', {
    description: 'Resets one setting to its default value.',
    extensions: needs('config-entry.edit'),
    input: (t) => ({ ...expectedRecord(t, 'setting'), reason: auditReason(t) }),
    change: ({ reason, ...expected }, context) => resetConfigEntry(context, expected, reason ?? null),
    payload,
  });
}

function text(field: string): (row: EntityRow) => string {
  return (row) => String(row[field]);
}
