import { CHANGE_TYPES, changeDescription, RELEASE_LIMITS, releaseFields, releaseTitle } from '@backcounter/domain';
import { z } from 'zod';
import type { FieldRules } from '../../../records/form/field-problems.ts';
import { dateOfDay } from '../release-date.ts';
import { LAYOUT, layoutOf, type ReleaseValues } from './release-form-values.ts';

/** Fields checked when a release is saved, touched or not. */
export const RELEASE_ROOTS: readonly string[] = ['number', 'day', LAYOUT, 'list', 'type', 'title', 'text'];

/**
 * Rules of the form's fields as the domain states them. `read` gives the values as they are when a rule is asked: which lists and changes
 * have texts is what the layout says.
 */
export function releaseRules(read: () => ReleaseValues): FieldRules {
  const changes = () => layoutOf(read()).flatMap((list) => list.changes);
  const lists = () => layoutOf(read()).map(({ key }) => key);
  return {
    number: releaseFields.shape.number,
    day: z.preprocess(
      (day) => (typeof day === 'string' ? new Date(dateOfDay(day)) : day),
      releaseFields.shape.date,
    ) as z.ZodType,
    [LAYOUT]: z.unknown().superRefine((_value, context) => {
      const isTooMany = lists().length > RELEASE_LIMITS.listsMax || changes().length > RELEASE_LIMITS.changesMax;
      if (isTooMany) context.addIssue({ code: 'custom', message: 'too-many' });
    }),
    get list() {
      return each(lists(), releaseTitle);
    },
    get type() {
      return each(changes(), z.enum(CHANGE_TYPES));
    },
    get title() {
      return each(changes(), releaseTitle);
    },
    get text() {
      return each(changes(), changeDescription);
    },
  };
}

/** One rule for the values of all keys. */
function each(keys: readonly string[], rule: z.ZodType): z.ZodType {
  return z.object(Object.fromEntries(keys.map((key) => [key, rule])));
}
