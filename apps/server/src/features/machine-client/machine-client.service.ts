import { SECRET_OVERLAP_HOURS, secretHash } from '@backcounter/domain';
import { sql } from 'kysely';
import { fieldsInvalid } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import { applyAction } from '../../crud/write-record.ts';
import { violatedConstraint } from '../../graphql/constraint-violation.ts';
import type { EffectContext } from '../../graphql/request-context.ts';
import { machineClient } from './machine-client.entity.ts';

/** A new secret, of which the server receives only the SHA-256. */
export interface SecretRotation {
  /** base64url. */
  readonly secretHash: string;
  /** False: the current secret stays valid for a day. True: it and all tokens issued so far expire now. */
  readonly endsPresentSecret: boolean;
}

/**
 * Adds a new secret to the client. At most two are valid at a time.
 * @throws AppError as `applyAction` does; `field.invalid` on `secretHash` if it is not a hash or was used before
 */
export async function rotateMachineClientSecret(
  context: EffectContext,
  expected: Expected,
  rotation: SecretRotation,
): Promise<void> {
  const parsed = secretHash.safeParse(rotation.secretHash);
  if (!parsed.success) throw fieldsInvalid({ secretHash: [{ rule: 'secret-hash' }] });
  const { endsPresentSecret } = rotation;
  await applyAction(context, machineClient, expected, 'ROTATE', null, () => ({
    columns: { tokens_not_before: endsPresentSecret ? sql`now()` : sql`tokens_not_before` },
    changes: { secretEnds: [null, endsPresentSecret ? 'NOW' : 'IN_A_DAY'] },
  }));
  const { db, caller } = context;
  const client = expected.id;
  // Drops the previous secret, so that at most two are valid; the current one too if it must end now.
  await sql`delete from machine_client_secret
    where machine_client_id = ${client}::uuid and (${endsPresentSecret} or expires_at is not null)`.execute(db);
  await sql`update machine_client_secret set expires_at = now() + make_interval(hours => ${SECRET_OVERLAP_HOURS})
    where machine_client_id = ${client}::uuid`.execute(db);
  try {
    await sql`insert into machine_client_secret (machine_client_id, hash, created_by)
      values (${client}::uuid, ${Buffer.from(parsed.data, 'base64url')}, ${caller.sub})`.execute(db);
  } catch (error) {
    if (violatedConstraint(error)?.name !== 'machine_client_secret_hash_key') throw error;
    throw fieldsInvalid({ secretHash: [{ rule: 'taken' }] });
  }
}
