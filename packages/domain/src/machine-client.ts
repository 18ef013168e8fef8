import { z } from 'zod';
import { POINTS_LIMITS } from './points.ts';
import { defineRecord } from './record.ts';
import { parseScopes } from './roles.ts';

/** Hours for which a replaced secret remains valid, so that every instance of a program can be updated. */
export const SECRET_OVERLAP_HOURS = 24;
/** Most records per request of a machine client. */
export const MACHINE_ROWS_MAX = 1_000;

const NAME_MAX_LENGTH = 80;
const SCOPES_MAX_LENGTH = 500;

/** Limits of the bounds of a machine client. */
export const CLIENT_BOUNDS_LIMITS = { storesMaxLength: 4_000, countriesMaxLength: 400 } as const;

function namesRule(form: RegExp, error: 'store-sid' | 'unknown', max: number) {
  return z
    .string()
    .overwrite((text) =>
      [
        ...new Set(
          text
            .trim()
            .toUpperCase()
            .split(/[\s,;]+/),
        ),
      ].join(' '),
    )
    .max(max)
    .refine((text) => text.split(' ').every((name) => form.test(name)), { error })
    .nullable()
    .optional();
}

/** Machine client: the fields that people enter. */
export const machineClientRecord = defineRecord('machine-client', {
  clientId: {
    kind: 'TEXT',
    description: 'Name that it signs in with: unique, never changes.',
    rule: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:@~/-]{1,127}$/, { error: 'client-id' }),
    isFixed: true,
  },
  name: {
    kind: 'TEXT',
    description: 'Display name.',
    rule: z.string().trim().min(1).max(NAME_MAX_LENGTH),
  },
  // Known scopes only, each once.
  scopes: {
    kind: 'TEXT',
    description: 'Scopes that it may use, separated by spaces.',
    rule: z
      .string()
      .max(SCOPES_MAX_LENGTH)
      .refine((text) => parseScopes(text).length === text.split(' ').length, { error: 'scopes' }),
  },
  isDry: {
    kind: 'BOOLEAN',
    description: 'Whether its requests are checked and answered in full, and all that they change is rolled back.',
    rule: z.boolean().optional(),
  },
  stores: {
    kind: 'TEXT',
    description: 'Sids of the stores to which it is bound, separated by spaces; null: any store, or none.',
    rule: namesRule(/^[A-Z0-9]{6,12}$/, 'store-sid', CLIENT_BOUNDS_LIMITS.storesMaxLength),
  },
  countries: {
    kind: 'TEXT',
    description: 'Countries of the accounts to which it is bound, ISO 3166-1 alpha-2, separated by spaces; null: any.',
    rule: namesRule(/^[A-Z]{2}$/, 'unknown', CLIENT_BOUNDS_LIMITS.countriesMaxLength),
  },
  pointsMax: {
    kind: 'SAFE_INT',
    description: 'Most points of one transfer that it posts; null: no bound.',
    rule: z.int().min(1).max(POINTS_LIMITS.amountMax).nullable().optional(),
  },
});

/** SHA-256 of a secret as the API takes it: 32 bytes in base64url. The API never receives the secret. */
export const secretHash = z.string().regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/, { error: 'secret-hash' });
