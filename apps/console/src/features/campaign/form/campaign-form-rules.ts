import {
  campaignFields,
  campaignProblems,
  campaignRecord,
  campaignStreamerFields,
  type FieldProblems,
} from '@backcounter/domain';
import { z } from 'zod';
import { withDates } from '../../../records/form/field-map.ts';
import type { FieldRules } from '../../../records/form/field-problems.ts';
import { isOver } from '../campaign-window.ts';
import {
  byPartner,
  type CampaignValues,
  campaignInput,
  campaignTerms,
  partnerField,
  partnerIds,
} from './campaign-form-values.ts';
import { CAMPAIGN_PLAN } from './campaign-plan.ts';

/** All fields that are checked on save, touched or not, in the order of the form. */
export const CAMPAIGN_ROOTS: readonly string[] = Object.values(CAMPAIGN_PLAN.fields).flat();

/**
 * Rules of the form's fields from the domain, including those between fields. `read` returns the current values: a
 * field's limits may depend on others.
 */
export function campaignRules(read: () => CampaignValues): FieldRules {
  const rules = Object.entries(campaignFields.shape).map(([field, schema]) => {
    const between = () => betweenFields(read())[field]?.[0]?.rule;
    const rule = z
      .preprocess(() => withDates(campaignInput(read()), campaignRecord.fields)[field], schema as z.ZodType)
      .superRefine((_value, context) => {
        const broken = between();
        if (broken !== undefined) context.addIssue({ code: 'custom', message: broken });
      });
    return [field, rule] as const;
  });
  return { ...Object.fromEntries(rules), streamers: partnerRule(read) };
}

function betweenFields(values: CampaignValues): FieldProblems {
  return campaignProblems(campaignTerms(values));
}

/** Reports problems of partners under the partner's id instead of a list index. */
function partnerRule(read: () => CampaignValues): z.ZodType {
  return z.unknown().superRefine((_value, context) => {
    const values = read();
    for (const [place, partner] of campaignInput(values).streamers.entries()) {
      for (const issue of campaignStreamerFields.safeParse(partner).error?.issues ?? []) {
        const at = Object.keys(byPartner({ [['streamers', place, ...issue.path].join('.')]: true }, values))[0];
        context.addIssue({ ...issue, input: partner, path: (at ?? '').split('.').slice(1) } as never);
      }
    }
    const between = byPartner(betweenFields(values), values);
    for (const [at, problems] of Object.entries(between)) {
      const rule = problems[0]?.rule;
      if (at.startsWith('streamers.') && rule !== undefined)
        context.addIssue({ code: 'custom', message: rule, path: at.split('.').slice(1) });
    }
  });
}

/** Fields that a draft may lack and activation needs: shared codes of streamers, and an end that is not over. */
export function activationGaps(values: CampaignValues): FieldProblems {
  return { ...withoutCode(values), ...(isOver(values.endsAt) ? { endsAt: [{ rule: 'required' }] } : {}) };
}

function withoutCode(values: CampaignValues): FieldProblems {
  if (values.codeMode !== 'SHARED') return {};
  const ids = partnerIds(values);
  const bare = ids.map((id) => partnerField(id, 'sharedCode')).filter((field) => (values[field] ?? '') === '');
  return Object.fromEntries((ids.length === 0 ? ['streamers'] : bare).map((field) => [field, [{ rule: 'required' }]]));
}
