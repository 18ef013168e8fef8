import { z } from 'zod';
import { defineRecord } from './record.ts';
import { parseScopes } from './roles.ts';

/** Hours for which a replaced secret remains valid, so that every instance of a program can be updated. */
export const SECRET_OVERLAP_HOURS = 24;
/** Most records per request of a machine client. */
export const MACHINE_ROWS_MAX = 1_000;

const NAME_MAX_LENGTH = 80;
const SCOPES_MAX_LENGTH = 500;

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
});

/** SHA-256 of a secret as the API takes it: 32 bytes in base64url. The API never receives the secret. */
export const secretHash = z.string().regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/, { error: 'secret-hash' });
