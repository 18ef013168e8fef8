import { isDeepStrictEqual } from 'node:util';
import { type ConfigValueLimits, configValueRule, timezone } from '@backcounter/domain';
import { z } from 'zod';
import type { EntityRow } from '../../crud/entity-declaration.ts';
import { parseFields } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import { applyAction } from '../../crud/write-record.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { configEntry } from './config-entry.entity.ts';

/**
 * Sets the value of a setting; an unchanged value leaves no trace.
 * @throws AppError as `applyAction` does; `field.invalid` on `value`
 */
export function updateConfigEntry(context: RequestContext, expected: Expected, input: unknown): Promise<void> {
  return applyAction(context, configEntry, expected, 'EDIT', null, (current) => {
    const isZone = current['key'] === 'reporting.time_zone';
    const rule = z.strictObject({ value: isZone ? timezone : configValueRule(limitsOf(current)) });
    const { value } = parseFields(rule, { value: input });
    return isDeepStrictEqual(value, current['value']) ? null : valueChange(current, value);
  });
}

/** Resets a setting to its default. @throws AppError as `applyAction` does */
export function resetConfigEntry(context: RequestContext, expected: Expected, reason: string | null): Promise<void> {
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
