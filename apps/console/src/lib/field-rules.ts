import type { MessageKey } from '@backcounter/i18n';

/** Rules that a value of a form or a file can break and for which there are words; each rule of the domain is among them. */
const FIELD_RULES = [
  'already-awarded',
  'archived',
  'area-code',
  'below-used',
  'by-rule',
  'campaign-code',
  'characters',
  'client-id',
  'code',
  'code-prefix',
  'currency',
  'date',
  'dial-code',
  'duplicate',
  'draw-too-early',
  'email',
  'future',
  'giveaway-code',
  'in-use',
  'link',
  'local-time',
  'locale',
  'locked',
  'no-device',
  'not-active',
  'not-after-start',
  'not-equal',
  'not-greatest',
  'not-in-country',
  'not-in-use',
  'not-later',
  'offensive',
  'only-at-instant',
  'only-at-local-time',
  'only-shared-codes',
  'only-unique-codes',
  'only-usd',
  'only-with-kind',
  'only-with-reward',
  'only-with-rule',
  'other-currency',
  'outside-campaign',
  'payload-too-big',
  'phone-e164',
  'range',
  'required',
  'reserved-word',
  'scopes',
  'secret-hash',
  'semver',
  'shared-code',
  'store-sid',
  'taken',
  'time',
  'timezone',
  'too-early',
  'too-large',
  'too-long',
  'too-many',
  'too-short',
  'too-small',
  'too-soon',
  'unknown',
  'url',
] as const;
type FieldRule = (typeof FIELD_RULES)[number];

/** The sentence for a rule; the general one for a rule of a server that is newer than this page. */
export function fieldRuleKey(rule: string): MessageKey {
  return isFieldRule(rule) ? `error.field.${rule}` : 'error.field.invalid';
}

/** True for a rule that has a sentence of its own. */
export function isFieldRule(rule: string): rule is FieldRule {
  return (FIELD_RULES as readonly string[]).includes(rule);
}
