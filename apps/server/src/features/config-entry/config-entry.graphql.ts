import type { EntityRow } from '../../crud/entity-declaration.ts';
import { readRecord } from '../../crud/read-record.ts';
import { addEntity, type EntityTypes } from '../../crud/record.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import { configEntry } from './config-entry.entity.ts';
import { resetConfigEntry, updateConfigEntry } from './config-entry.service.ts';

/** Settings: list, record, another value, the default again. */
export function addConfigEntry(builder: Builder, shared: EntityTypes): void {
  const { record } = addEntity(
    builder,
    shared,
    configEntry,
    { one: 'configEntry', many: 'configEntries' },
    (t, enums) => ({
      key: t.string({ resolve: text('key') }),
      description: t.string({ resolve: text('description') }),
      valueType: t.field({ type: enums('valueType'), resolve: text('valueType') }),
      value: t.field({ type: 'JSON', resolve: ({ value }) => value }),
      defaultValue: t.field({ type: 'JSON', resolve: ({ defaultValue }) => defaultValue }),
      isDefault: t.boolean({ resolve: ({ isDefault }) => isDefault === true }),
      unit: t.string({
        nullable: true,
        description: 'Of a number: `seconds`, `days`, `points`.',
        resolve: (row) => row['unit'] as string | null,
      }),
      minValue: t.float({ nullable: true, resolve: ({ minValue }) => minValue as number | null }),
      maxValue: t.float({ nullable: true, resolve: ({ maxValue }) => maxValue as number | null }),
      allowedValues: t.stringList({ nullable: true, resolve: (row) => row['allowedValues'] as string[] | null }),
      isPublic: t.boolean({
        description: 'The mobile app may read it.',
        resolve: ({ isPublic }) => isPublic === true,
      }),
    }),
  );
  builder.mutationField('updateConfigEntry', (t) =>
    t.field({
      type: record,
      extensions: needs('config-entry.edit'),
      args: {
        key: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        value: t.arg({ type: 'JSON', required: true }),
      },
      resolve: async (_root, { key, expectedVersion, value }, context, info) => {
        await updateConfigEntry(context, { id: key, expectedVersion }, value);
        return readRecord(context, configEntry, key, selectionOf(info));
      },
    }),
  );
  builder.mutationField('resetConfigEntry', (t) =>
    t.field({
      type: record,
      extensions: needs('config-entry.edit'),
      args: { key: t.arg.id({ required: true }), expectedVersion: t.arg.int({ required: true }) },
      resolve: async (_root, { key, expectedVersion }, context, info) => {
        await resetConfigEntry(context, { id: key, expectedVersion });
        return readRecord(context, configEntry, key, selectionOf(info));
      },
    }),
  );
}

function text(field: string): (row: EntityRow) => string {
  return (row) => String(row[field]);
}
