import { sql } from 'kysely';
import { needs } from '../../../graphql/authorise.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { personalColumns } from './personal-columns.ts';

interface Certificate {
  readonly number: number;
  readonly erasedAt: Date;
  readonly erasedBy: { readonly sub: string; readonly name: string };
  readonly reason: string | null;
  readonly devices: number;
  readonly notes: number;
  readonly fingerprint: string;
}

/** Proof that an account was erased. */
export function addErasureCertificate(builder: Builder): void {
  const certificate = builder.objectRef<Certificate & { readonly accountId: string }>('ErasureCertificate').implement({
    description: 'Erased data, instant and person, with a check of the personal data left.',
    fields: (t) => ({
      number: t.exposeInt('number', { description: 'Number of the account.' }),
      erasedAt: t.expose('erasedAt', { type: 'DateTime', description: 'When it was erased.' }),
      erasedBy: t.expose('erasedBy', {
        type: 'StaffRef',
        description: 'Person who erased it; the system after a request of its holder.',
      }),
      reason: t.exposeString('reason', orNull('Why.')),
      devices: t.exposeInt('devices', { description: 'Devices that were removed.' }),
      notes: t.exposeInt('notes', { description: 'Notes whose text was removed.' }),
      fingerprint: t.exposeString('fingerprint', {
        description:
          'SHA-256 of the entry in the audit trail, which no one can change: anyone who can read the trail can compute it again.',
      }),
      checkedColumns: t.int({
        description: 'Columns for personal data of accounts, each checked now.',
        resolve: async (_row, _args, { db }) => [...(await personalColumns(db)).values()].flat().length,
      }),
      valuesLeft: t.int({
        description: 'Personal values of the account that those columns still have; 0 after a complete erasure.',
        resolve: ({ accountId }, _args, context) => valuesLeft(context, accountId),
      }),
    }),
  });
  builder.queryField('erasureCertificate', (t) =>
    t.field({
      type: certificate,
      nullable: true,
      description: 'The certificate of an erased account; null for any other.',
      extensions: needs('account.erase'),
      args: { accountId: t.arg.id({ required: true, description: 'The account.' }) },
      resolve: async (_root, { accountId }, context) => {
        const found = await readCertificate(context, accountId);
        return found && { ...found, accountId };
      },
    }),
  );
}

async function readCertificate({ db }: RequestContext, id: string): Promise<Certificate | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<Certificate>`
    select a.public_no::int as number, e.occurred_at as "erasedAt", e.reason,
      jsonb_build_object('sub', e.actor_sub, 'name', coalesce(u.display_name, e.actor_sub)) as "erasedBy",
      (e.changes #>> '{devices,0}')::int as devices, (e.changes #>> '{notes,0}')::int as notes,
      encode(sha256(convert_to(concat_ws(' ', e.id, iso_instant(e.occurred_at), e.actor_sub, e.action, e.entity_id, e.changes), 'UTF8')), 'hex') as fingerprint
    from account a join staff_audit_event e on e.entity_type = 'account' and e.entity_id = a.id::text and e.action = 'account.erase'
      and e.outcome = 'DONE' left join staff_user u on u.sub = e.actor_sub
    where a.id = ${id} and a.state = 'ERASED' order by e.occurred_at limit 1`.execute(db);
  return rows[0] ?? null;
}

async function valuesLeft({ db }: RequestContext, id: string): Promise<number> {
  let left = 0;
  for (const [table, columns] of await personalColumns(db)) {
    const key = sql.ref(table === 'account' ? 'id' : 'account_id');
    const values = sql.join(columns.map((column) => sql`${sql.ref(column)}`));
    const { rows } = await sql<{ held: number }>`
      select coalesce(sum(num_nonnulls(${values})), 0)::int as held from ${sql.table(table)} where ${key} = ${id}`.execute(
      db,
    );
    left += rows[0]?.held ?? 0;
  }
  return left;
}
