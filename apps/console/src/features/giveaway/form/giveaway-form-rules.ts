import { type FieldProblems, giveawayFields, giveawayPrizeFields, giveawayProblems } from '@backcounter/domain';
import { z } from 'zod';
import type { FieldRules } from '../../../records/form/field-problems.ts';
import type { FieldValues } from '../../../records/form/record-merge.ts';
import { bySlot, giveawayInput, giveawayTerms } from './giveaway-form-values.ts';

const INSTANTS: readonly string[] = ['opensAt', 'closesAt', 'drawAt'];

/** All fields that are looked at when a giveaway is saved, whoever touched them. */
export const GIVEAWAY_ROOTS: readonly string[] = Object.keys(giveawayFields.shape).filter(
  (field) => field !== 'imagePath',
);

/**
 * Rules of the form's fields as the domain states them, those between fields included. `read` gives the values as they are when a rule is asked:
 * what one field may be depends on others.
 */
export function giveawayRules(read: () => FieldValues): FieldRules {
  const rules = Object.entries(giveawayFields.shape).map(([field, schema]) => {
    const rule = z
      .preprocess(() => meant(read(), field), schema as z.ZodType)
      .superRefine((_value, context) => {
        const broken = betweenFields(read())[field]?.[0];
        if (broken !== undefined) context.addIssue({ code: 'custom', message: broken.rule });
      });
    return [field, rule] as const;
  });
  return { ...Object.fromEntries(rules), prizes: prizeRule(read) };
}

/** A field's value as the API would get it. */
function meant(values: FieldValues, field: string): unknown {
  const value = giveawayInput(values)[field];
  return INSTANTS.includes(field) && typeof value === 'string' ? new Date(value) : value;
}

function betweenFields(values: FieldValues): FieldProblems {
  return giveawayProblems(giveawayTerms(values));
}

/** Problems of prizes stand under the prize's slot, not under a place in a list. */
function prizeRule(read: () => FieldValues): z.ZodType {
  return z.unknown().superRefine((_value, context) => {
    const values = read();
    const prizes = (giveawayInput(values)['prizes'] ?? []) as readonly unknown[];
    for (const [place, prize] of prizes.entries()) {
      for (const issue of giveawayPrizeFields.safeParse(prize).error?.issues ?? []) {
        const at = Object.keys(bySlot({ [['prizes', place, ...issue.path].join('.')]: true }, values))[0];
        context.addIssue({ ...issue, input: prize, path: (at ?? '').split('.').slice(1) } as never);
      }
    }
    for (const [at, problems] of Object.entries(bySlot(betweenFields(values), values))) {
      const rule = problems[0]?.rule;
      if (at.startsWith('prizes.') && rule !== undefined)
        context.addIssue({ code: 'custom', message: rule, path: at.split('.').slice(1) });
    }
  });
}
