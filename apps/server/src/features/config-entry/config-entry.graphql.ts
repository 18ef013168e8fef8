import { isDeepStrictEqual } from 'node:util';
import { type ConfigValueLimits, configValueRule, refusedTimezones, timezone } from '@backcounter/domain';
import { z } from 'zod';
import type { EntityRow } from '../../crud/entity-declaration.ts';
import { parseFields } from '../../crud/field-input.ts';
import { payloadOf } from '../../crud/mutation.graphql.ts';
import type { Expected } from '../../crud/read-record.ts';
import { addEntity, type EntityTypes } from '../../crud/record.graphql.ts';
import { applyAction } from '../../crud/write-record.ts';
import { needs } from '../../graphql/authorise.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addChange, auditReason, expectedRecord } from '../../graphql/schema/mutation.ts';
import { configEntry } from './config-entry.entity.ts';

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

/**
 * Sets the value of a setting; an unchanged value leaves no trace.
 * @throws AppError as `applyAction` does; `field.invalid` on `value`
 */
function updateConfigEntry(context: RequestContext, expected: Expected, input: unknown): Promise<void> {
  return applyAction(context, configEntry, expected, 'EDIT', null, (current) => {
    const isZone = current['key'] === 'reporting.time_zone';
    const rule = z.strictObject({ value: isZone ? timezone : configValueRule(limitsOf(current)) });
    const { value } = parseFields(rule, { value: input });
    return isDeepStrictEqual(value, current['value']) ? null : valueChange(current, value);
  });
}

/** Resets a setting to its default. @throws AppError as `applyAction` does */
function resetConfigEntry(context: RequestContext, expected: Expected, reason: string | null): Promise<void> {
  return applyAction(context, configEntry, expected, 'RESET', reason, (current) =>
    valueChange(current, current['defaultValue']),
  );
}

function valueChange(current: EntityRow, value: unknown) {
  return { columns: { value: JSON.stringify(value) }, changes: { value: [current['value'], value] as const } };
}

/** The entity's columns are those of `ConfigValueLimits`. */
function limitsOf(row: EntityRow): ConfigValueLimits {
  return row as unknown as ConfigValueLimits;
}
