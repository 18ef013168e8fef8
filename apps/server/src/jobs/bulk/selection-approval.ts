import { CompiledQuery } from 'kysely';
import type { ApprovalSubject } from '../../approvals/require-approval.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { type NamedList, SqlValues } from '../../listing/list-definition.ts';
import { type FrozenSelection, selectionSummary } from '../../listing/selection.ts';

/** The effect of a job on the rows of a selection. */
export interface SelectionEffect {
  readonly action: 'BULK' | 'EXPORT_CONTACTS';
  /** Its effect on them: the name of the bulk action or of the list. */
  readonly title: string;
  readonly list: NamedList;
  readonly conditions: (values: SqlValues) => readonly string[];
  /** All parameters of the job. */
  readonly params: object & { readonly selection: FrozenSelection };
}

/** The approval of such a job: what it does with exactly these rows. Its value is their number. */
export function selectionApproval({ db }: RequestContext, effect: SelectionEffect): ApprovalSubject {
  const { action, title, list, conditions, params } = effect;
  const found = async <Found>(what: string): Promise<Found> => {
    const values = new SqlValues();
    const text = `select ${what} as found from ${list.from} where ${conditions(values).join(' and ')}`;
    const { rows } = await db.executeQuery<{ found: Found }>(CompiledQuery.raw(text, values.list));
    return rows[0]?.found as Found;
  };
  const count = () => found<number>('count(*)::int');
  return {
    action,
    value: count,
    entityType: null,
    entityId: null,
    read: async () => {
      // The instant differs at each run; rows created later are not in the digest.
      const { selection, ...rest } = params;
      const { upTo: _summarised, ...chosen } = selectionSummary(selection);
      const key = list.key.sql;
      return {
        title,
        fields: Object.entries({ ...rest, selection: chosen }).flatMap(([name, after]) =>
          after == null ? [] : [{ key: name, before: null, after }],
        ),
        figures: [{ key: 'reaches', value: await count() }],
        records: [
          { ...selection, upTo: null },
          await found(
            `encode(sha256(convert_to(coalesce(string_agg(${key}::text, ',' order by ${key}), ''), 'UTF8')), 'hex')`,
          ),
        ],
      };
    },
  };
}
