import { z } from 'zod';
import { defineRecord } from './record.ts';
import { ROLES, type Role } from './roles.ts';
import { LIMITS } from './values/limits.ts';
import { link } from './values/link.ts';
import { isVisibleText } from './values/localized-text.ts';

/** Limits of a person's texts. */
export const STAFF_LIMITS = { nameMaxLength: 200, adminUrlMaxLength: 500 } as const;
/** States of a person: a suspended one cannot sign in, an invited one has a link, which no longer works once expired. */
export const STAFF_STATES = ['ACTIVE', 'SUSPENDED', 'INVITED', 'EXPIRED'] as const;
/** State of a person. */
export type StaffState = (typeof STAFF_STATES)[number];

/** The known roles of a text, in the order of the table. */
export function rolesIn(text: string | null | undefined): readonly Role[] {
  const named = new Set<string>(text?.split(' '));
  return ROLES.filter((role) => named.has(role));
}

/** A person who can sign in: the fields that administrators enter. */
export const staffMemberRecord = defineRecord('staff-member', {
  name: {
    kind: 'TEXT',
    description: 'Name.',
    rule: z.string().trim().min(1).max(STAFF_LIMITS.nameMaxLength).refine(isVisibleText, { error: 'characters' }),
    isPersonal: true,
  },
  email: {
    kind: 'TEXT',
    description: 'Email address, with which they sign in; null: unknown.',
    rule: z.email({ error: 'email' }).max(LIMITS.emailMaxLength).nullable(),
    isPersonal: true,
    isFixed: true,
  },
  // Known roles only, each once.
  roles: {
    kind: 'TEXT',
    description: 'Roles, separated by spaces; null: none.',
    rule: z
      .string()
      .refine((text) => rolesIn(text).length === text.split(' ').length, { error: 'roles' })
      .nullable(),
  },
  adminUrl: {
    kind: 'TEXT',
    description: 'Address of their other administration, beginning with `https://` or `http://`; null: none.',
    rule: link('url', ['https', 'http'], STAFF_LIMITS.adminUrlMaxLength),
  },
  preferredLanguageKey: {
    kind: 'TEXT',
    description: 'Language of the console for them, such as `de-DE`; null: that of their browser.',
    rule: z
      .string()
      .regex(/^[a-z]{2,3}-([A-Z]{2}|[0-9]{3})$/, { error: 'locale' })
      .nullable(),
  },
});

const { name: _, ...invited } = staffMemberRecord.fields;
/** Fields and rules of an invitation. */
export const {
  fields: staffInvitationFields,
  rules: staffInvitationRules,
  whole: staffInvitationRule,
} = defineRecord('staff-member', { ...invited, email: { ...invited.email, rule: invited.email.rule.unwrap() } });
