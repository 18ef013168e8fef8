import { z } from 'zod';
import { parseScopes } from './roles.ts';

/** Hours for which a replaced secret stays good, so that every copy of a program can be given the new one. */
export const SECRET_OVERLAP_HOURS = 24;
/** Most records that one request of a machine client may bring. */
export const MACHINE_ROWS_MAX = 1_000;

const NAME_MAX_LENGTH = 80;
const SCOPES_MAX_LENGTH = 500;

/** Field rules of a machine client. `scopes` are parted by spaces; each is known and named once. */
export const machineClientFields = z.strictObject({
  clientId: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:@~/-]{1,127}$/, { error: 'client-id' }),
  name: z.string().trim().min(1).max(NAME_MAX_LENGTH),
  scopes: z
    .string()
    .max(SCOPES_MAX_LENGTH)
    .refine((text) => parseScopes(text).length === text.split(' ').length, { error: 'scopes' }),
});

/** SHA-256 of a secret as the API takes it: 32 bytes in base64url. The secret itself stays with who made it. */
export const secretHash = z.string().regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/, { error: 'secret-hash' });
