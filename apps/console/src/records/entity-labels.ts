import type { RecordDefinition, RecordFields } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';

/** Labels of fields that many entities have. */
const COMMON = {
  categoryId: 'crud.field.category',
  code: 'crud.field.code',
  descriptionI18n: 'crud.field.description',
  displayName: 'crud.field.name',
  isActive: 'crud.field.isActive',
  name: 'crud.field.name',
  nameI18n: 'crud.field.name',
  timezone: 'crud.field.timezone',
} as const satisfies Readonly<Record<string, MessageKey>>;

/** Labels of the entered fields: `topic.field.kind`, except for common ones. */
export function entityLabels<Fields extends RecordFields>(
  { fields }: RecordDefinition<Fields>,
  keyOf: (field: Exclude<keyof Fields & string, keyof typeof COMMON>) => MessageKey,
): Readonly<Record<keyof Fields & string, MessageKey>> {
  const common: Readonly<Record<string, MessageKey>> = COMMON;
  const labels = Object.keys(fields).map((field) => [field, common[field] ?? keyOf(field as never)]);
  return Object.fromEntries(labels) as Record<keyof Fields & string, MessageKey>;
}
