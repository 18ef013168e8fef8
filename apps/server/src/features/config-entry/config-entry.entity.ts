import { CONFIG_VALUE_TYPES, defineRecord } from '@backcounter/domain';
import { defineEntity } from '../../crud/entity.ts';
import { noProblems } from '../../crud/entity-declaration.ts';
import { sortBy } from '../../listing/list-parts.ts';

/** Settings of the product. Migrations create them; staff change one value at a time, within its rule. */
export const configEntry = defineEntity({
  record: defineRecord('config-entry', {}),
  typeName: 'ConfigEntry',
  description: 'A setting of the product.',
  descriptions: {
    valueType: 'Kind of value.',
    'valueType.BOOLEAN': 'True or false.',
    'valueType.INTEGER': 'A whole number.',
    'valueType.DECIMAL': 'A number with decimals.',
    'valueType.STRING': 'A text.',
    'valueType.DURATION': 'A whole number of the unit given.',
    'valueType.TIME': 'A time of day, `HH:MM`.',
    'valueType.ENUM': 'One of the allowed values.',
    'valueType.COLOR': 'A color, `#RRGGBB`.',
    isDefault: 'Whether it has its default value.',
    isPublic: 'Whether the mobile app may read it.',
  },
  key: { column: 'key', cast: 'text' },
  shown: {
    key: 'r.key',
    valueType: 'r.value_type::text',
    value: 'r.value',
    defaultValue: 'r.default_value',
    isDefault: 'r.value = r.default_value',
    unit: 'r.unit',
    minValue: 'r.min_value::float8',
    maxValue: 'r.max_value::float8',
    allowedValues: 'r.allowed_values',
    description: 'r.description',
    isPublic: 'r.is_public',
  },
  searched: ['r.key', 'r.description'],
  filters: {
    valueType: { kind: 'ENUM', sql: 'r.value_type', cast: 'config_value_type', values: CONFIG_VALUE_TYPES },
    isDefault: { kind: 'BOOLEAN', sql: 'r.value = r.default_value' },
    isPublic: { kind: 'BOOLEAN', sql: 'r.is_public' },
  },
  sorts: { KEY: sortBy.text('r.key', 'key') },
  defaultSort: 'KEY',
  usages: {},
  references: {},
  position: null,
  problems: noProblems,
  openActions: ({ isDefault }) => (isDefault === true ? ['EDIT'] : ['EDIT', 'RESET']),
});
