import type { Permission } from '@backcounter/domain';
import { callerMay, type RequestContext, type Services } from '../graphql/request-context.ts';
import { isUuid } from '../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../listing/statements.ts';
import type { AuditEventRow, AuditRecord } from './audit-event.ts';

/** A kind of record that has names. */
export interface NamedKind {
  /** Selects the existing ones of ids with their current names, and the record whose page shows each. */
  readonly sql: string;
  /** Ids are no UUIDs. A refused request may have named anything as an id. */
  readonly hasTextIds?: true;
  /** Whose values in changes are named: 'everyone', those with a permission, or no one; absent: readers of the trail. */
  readonly inChanges?: 'everyone' | 'no-one' | Permission;
}

declare module '../graphql/request-context.ts' {
  interface Services {
    readonly namedKinds: Readonly<Record<string, NamedKind>>;
  }
}

type Named = AuditRecord & { readonly name: NonNullable<AuditRecord['name']> };

/** Whether records of the kind have names, and the text can be the id of one. */
export function canHaveName(
  { namedKinds }: Pick<Services, 'namedKinds'>,
  { kind, id }: Pick<AuditRecord, 'kind' | 'id'>,
): boolean {
  return Object.hasOwn(namedKinds, kind) && (namedKinds[kind]?.hasTextIds === true || isUuid(id));
}

/** The existing ones of some records with their current names, in one statement; kinds without names are ignored. */
export async function namesOf(
  { sql, signal, services }: Pick<RequestContext, 'sql' | 'signal' | 'services'>,
  records: readonly Pick<AuditRecord, 'kind' | 'id'>[],
): Promise<readonly Named[]> {
  const idsByKind = Map.groupBy(
    records.filter((record) => canHaveName(services, record)),
    ({ kind }) => kind,
  );
  if (idsByKind.size === 0) return [];
  const selects = [...idsByKind.keys()].map(
    (kind, index) =>
      `select '${kind}' as kind, n.* from (${services.namedKinds[kind]?.sql.replace('$', () => `$${index + 1}`)}) n`,
  );
  const ids = [...idsByKind.values()].map((some) => [...new Set(some.map(({ id }) => id))]);
  const options = { signal, timeoutMs: LIST_TIMEOUT_MS };
  return sql.rows<Named>(statementFor(selects.join(' union all '), false), ids, options);
}

/**
 * Adds to events the current names of their records, and of the records whose ids are in their changes, as far as the
 * caller may see them; in one statement.
 */
export async function addNames(
  context: RequestContext,
  events: readonly AuditEventRow[],
  wanted: { readonly records: boolean; readonly values: boolean },
): Promise<void> {
  const { caller, services } = context;
  const isNamed = ({ inChanges = 'audit.read' }: NamedKind) =>
    inChanges !== 'no-one' &&
    (inChanges === 'everyone' || callerMay(caller, inChanges) || callerMay(caller, 'audit.read'));
  const kinds = Object.keys(services.namedKinds).filter((kind) => isNamed(services.namedKinds[kind] as NamedKind));
  const values = wanted.values ? idsIn(events.map(({ changes }) => changes)) : [];
  const found = await namesOf(context, [
    ...(wanted.records ? events.flatMap(({ record }) => record ?? []) : []),
    ...values.flatMap((id) => kinds.map((kind) => ({ kind, id }))),
  ]);
  for (const event of events) {
    const { record } = event;
    const own = found.find(({ kind, id }) => kind === record?.kind && id === record.id);
    if (record !== null && own) event.record = own;
    if (!wanted.values) continue;
    for (const change of event.changes) {
      const ids = new Set(idsIn(change));
      change.names = found.filter(({ kind, id }) => ids.has(id) && kinds.includes(kind));
    }
  }
}

/** All UUIDs anywhere in a value. */
function idsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return isUuid(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? [...new Set(Object.values(value).flatMap(idsIn))] : [];
}
