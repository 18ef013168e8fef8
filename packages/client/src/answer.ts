import type { GraphQLProblem, Reply } from './exchange.ts';
import { DONE, type ErrorCode } from './generated/schema.ts';

type Done = (typeof DONE)[number];

/** Refusing outcomes of a result; `REFUSED` comes with an error code instead. */
type RefusingOutcome<Result> = Result extends { readonly outcome: infer Outcome extends string }
  ? Exclude<Outcome, Done | 'REFUSED'>
  : never;

/** A result whose outcome is no refusal; a redemption is then there. */
type DoneResult<Result> = Result extends { readonly outcome: infer Outcome }
  ? Result & { readonly outcome: Extract<Outcome, Done> } & (Result extends { readonly redemption: infer Redemption }
        ? { readonly redemption: NonNullable<Redemption> }
        : unknown)
  : Result;

/** It was done, or read. */
export interface Success<Result> {
  readonly ok: true;
  readonly data: DoneResult<Result>;
  /** Key of the change; null without one. */
  readonly key: string | null;
}

/** It was refused, and nothing changed. */
export interface Refusal<Result = unknown> {
  readonly ok: false;
  /** An outcome of the operation or an error code. A newer product may have more of them. */
  readonly code: ErrorCode | RefusingOutcome<Result>;
  /** For the program's log. */
  readonly message: string;
  /** Figures of the rule, such as `minOrderMinor` or `retryAt`. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly key: string | null;
  /** Names the request in the product's log; null for an outcome. */
  readonly referenceId: string | null;
}

/** The answer to an operation: check `ok` first. */
export type Answer<Result> = Success<Result> | Refusal<Result>;

/** A refusal in a batch or in pages, which have no answer of their own. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`${refusal.code}: ${refusal.message}`);
    this.refusal = refusal;
  }
}

/** The data of an answer; a refusal is thrown as {@link Refused}. */
export function dataOf<Result>(answer: Answer<Result>): DoneResult<Result> {
  if (!answer.ok) throw new Refused(answer);
  return answer.data;
}

/** Reads the answer to an operation. */
export function answerOf(name: string, { body }: Reply, key: string | null): Answer<unknown> {
  const [problem] = body?.errors ?? [];
  if (problem !== undefined) return refusedBy(problem, key);
  const data = body?.data?.[name] as Readonly<Record<string, unknown>> | null;
  const outcome = data?.['outcome'];
  if (typeof outcome !== 'string' || DONE.some((done) => done === outcome)) return { ok: true, data, key };
  const code = (data?.['code'] ?? outcome) as ErrorCode;
  const details = (data?.['details'] ?? {}) as Refusal['details'];
  return { ok: false, code, message: `${name} was refused`, details, key, referenceId: null };
}

function refusedBy({ message, extensions = {} }: GraphQLProblem, key: string | null): Refusal {
  const { code = 'unexpected', details = {}, referenceId = null } = extensions;
  return { ok: false, code: code as ErrorCode, message, details, key, referenceId };
}
