// biome-ignore-all lint/suspicious/noEmptyInterface: features declare the members of AttentionNames
import type { LocalizedText, Permission } from '@backcounter/domain';
import { callerMay, type RequestContext } from '../graphql/request-context.ts';
import { SqlValues } from '../listing/list-definition.ts';
import { statementFor } from '../listing/statements.ts';
import type { Caller } from '../ports/identity.ts';

/** MINE: items the caller can act on. PROBLEMS: everything that is wrong, regardless of who is responsible. */
export const ATTENTION_SCOPES = ['MINE', 'PROBLEMS'] as const;
/** One of the scopes. */
export type AttentionScope = (typeof ATTENTION_SCOPES)[number];

/** Most severe first. */
export const ATTENTION_SEVERITIES = ['CRITICAL', 'WARNING', 'NOTICE'] as const;
/** How urgent an item is. */
export type AttentionSeverity = (typeof ATTENTION_SEVERITIES)[number];

/** Names of `source`, `kind`, `subject`, `limit` and `change`; features declare them with their texts. */
export interface AttentionNames {}

/** The next step that the caller may take. */
export type AttentionAction = 'ACTIVATE' | 'ANNOUNCE' | 'CONTINUE' | 'HAND_OVER' | 'OPEN' | 'RETRY' | 'REVIEW';

/** The record that an item is about. */
export interface AttentionSubject {
  readonly type: AttentionNames['subject'];
  readonly id: string;
  readonly code: string | null;
  readonly title: string | null;
  readonly titleI18n: LocalizedText | null;
}

/** Values for the item's sentence; those that do not apply to a kind are omitted. */
export interface AttentionFacts {
  readonly count?: number;
  /** Median of the preceding days. */
  readonly usual?: number;
  readonly names?: readonly string[];
  readonly dueAt?: string;
  readonly percent?: number;
  readonly limitKind?: AttentionNames['limit'];
  /** In minor units for a budget, otherwise uses. The same goes for `limit`. */
  readonly used?: number;
  readonly limit?: number;
  readonly currency?: string | null;
  /**
   * Hours until the limit is reached at the pace since the start of yesterday; null if that is after the end or
   * unknown.
   */
  readonly hoursLeft?: number | null;
  readonly errorCode?: string | null;
  readonly reason?: string | null;
}

/** Something that needs attention. */
export interface AttentionItem {
  readonly kind: AttentionNames['kind'];
  readonly severity: AttentionSeverity;
  /** ISO 8601 in UTC. */
  readonly since: string;
  readonly subject: AttentionSubject | null;
  readonly action: AttentionAction;
  readonly facts: AttentionFacts;
}

/** Reads the attention items of one area. */
export interface AttentionSource {
  readonly name: AttentionNames['source'];
  /**
   * Returns items the caller may read, at most `ATTENTION_KIND_MAX` + 1 of each kind; the extra one means that there
   * are more.
   */
  readonly read: (context: RequestContext, scope: AttentionScope) => Promise<readonly AttentionItem[]>;
}

/** Maximum number of items shown per kind. */
export const ATTENTION_KIND_MAX = 50;
/** Time limit of a source, in milliseconds. */
export const ATTENTION_TIMEOUT_MS = 2_000;

/** One kind of item as SQL; `r` is the row it is about. */
export interface AttentionPart {
  readonly kind: AttentionNames['kind'];
  /** The scopes in which it appears, with the permission each requires. */
  readonly scopes: Readonly<Partial<Record<AttentionScope, Permission>>>;
  readonly from: string;
  readonly where: (values: SqlValues, caller: Caller, scope: AttentionScope) => string;
  /** SQL of the time since which it has needed attention. */
  readonly since: string;
  /** SQL of the severity. */
  readonly severity: string;
  readonly action: (caller: Caller) => AttentionAction;
  readonly subject: AttentionNames['subject'];
  /** SQL of the subject's id; NULL if there is no single subject. */
  readonly id: string;
  readonly code?: string;
  readonly title?: string;
  readonly titleI18n?: string;
  /** SQL by fact. */
  readonly facts?: Readonly<Partial<Record<keyof AttentionFacts, string>>>;
}

interface PartRow extends Omit<AttentionSubject, 'id' | 'type'> {
  readonly part: number;
  readonly id: string | null;
  readonly since: string;
  readonly severity: AttentionSeverity;
  readonly facts: AttentionFacts;
}

/** A source that reads all its kinds in one statement. */
export function attentionFromSql(name: AttentionNames['source'], parts: readonly AttentionPart[]): AttentionSource {
  return {
    name,
    read: async (context, scope) => {
      const { caller, signal } = context;
      const readable = parts.filter(({ scopes }) => {
        const permission = scopes[scope];
        return permission !== undefined && callerMay(caller, permission);
      });
      if (readable.length === 0) return [];
      const values = new SqlValues();
      const text = readable
        .map((part, index) => `(${selectOf(part, index, values, caller, scope)})`)
        .join(' union all ');
      const rows = await context.sql.rows<PartRow>(statementFor(text), values.list, {
        signal,
        timeoutMs: ATTENTION_TIMEOUT_MS,
      });
      return rows.flatMap((row) => {
        const part = readable[row.part];
        return part === undefined ? [] : [itemOf(part, row, caller)];
      });
    },
  };
}

function selectOf(
  part: AttentionPart,
  index: number,
  values: SqlValues,
  caller: Caller,
  scope: AttentionScope,
): string {
  const facts = Object.entries(part.facts ?? {}).map(([name, sql]) => `'${name}', ${sql}`);
  return `select ${index} as part, (${part.id})::text as id, ${part.code ?? 'null::text'} as code, ${part.title ?? 'null::text'} as title,
      ${part.titleI18n ?? 'null::jsonb'} as "titleI18n", ${part.since} as since, ${part.severity} as severity,
      jsonb_build_object(${facts.join(', ')}) as facts
    from ${part.from} where ${part.where(values, caller, scope)}
    order by since desc, id desc limit ${ATTENTION_KIND_MAX + 1}`;
}

function itemOf(part: AttentionPart, row: PartRow, caller: Caller): AttentionItem {
  const { id, code, title, titleI18n, since, severity, facts } = row;
  return {
    kind: part.kind,
    severity,
    since,
    subject: id === null ? null : { type: part.subject, id, code, title, titleI18n },
    action: part.action(caller),
    facts,
  };
}
