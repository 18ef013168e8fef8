import { useRef, useState } from 'react';
import type { TypedDocumentString } from '../../generated/graphql.ts';
import { newIdempotencyKey, type RequestOptions, request } from '../api/graphql-client.ts';

/** A document with this answer, for these variables. */
export type Ask<Answer, Variables> = TypedDocumentString<Answer, Variables>;

/** Answer of a mutation of one record: `saved` aliases the mutation, `record` the record in its payload. */
export interface Saved {
  readonly saved: { readonly record: { readonly id: string; readonly version: number } };
}

/** A mutation of one record. */
export type Change<Input> = Ask<Saved, { readonly input: Input }>;

/** Input of every change: the record, and its version as it was loaded. */
export interface ExpectedRecord {
  readonly id: string;
  readonly expectedVersion: number;
}

/** Input of an action on a record. */
export interface ActionInput extends ExpectedRecord {
  readonly reason: string | null;
}

/** A record as it was read, or as a change has left it. */
interface SeenRecord {
  readonly id: string;
  readonly version: number;
}

/** Runs a mutation of one record; returns the record after it. */
export async function change<Input>(
  document: Change<Input>,
  input: Input,
  options?: RequestOptions,
): Promise<Saved['saved']['record']> {
  return (await request(document, { input }, options)).saved.record;
}

/** Sends a change of one click: expects the record as drawn, or as the answer of a change. A dialog has {@link useRecordStep}. */
export function changeSeen<Answer, Said extends object>(
  document: Ask<Answer, { readonly input: ExpectedRecord & Said }>,
  { id, version }: SeenRecord,
  said: Said,
  options?: RequestOptions,
): Promise<Answer> {
  return request(document, { input: { id, expectedVersion: version, ...said } }, options);
}

/** The rest of a dialog's action. */
interface StepOptions {
  readonly onClose?: () => void;
  /** Also after a conflict: the page then shows the current record. */
  readonly refresh: () => unknown;
}

/** Key of a request: the same content sent again is the same request. */
export function useAttempt(): (said: object) => string {
  const last = useRef<{ readonly content: string; readonly key: string }>(undefined);
  return (said) => {
    const content = JSON.stringify(said);
    if (last.current?.content !== content) last.current = { content, key: newIdempotencyKey() };
    return last.current.key;
  };
}

/**
 * Sends the action of a dialog. It expects the version that was on screen when the dialog opened, so that a change in
 * between is a conflict.
 */
export function useRecordStep(record: SeenRecord, { onClose, refresh }: StepOptions) {
  const [seen] = useState({ id: record.id, version: record.version });
  const attempt = useAttempt();
  return async <Answer, Said extends object>(
    document: Ask<Answer, { readonly input: ExpectedRecord & Said }>,
    said: Said,
    options?: RequestOptions,
  ): Promise<Answer> => {
    try {
      const idempotencyKey = attempt(said);
      const answer = await changeSeen(document, seen, said, { idempotencyKey, errorsShown: 'in-place', ...options });
      onClose?.();
      return answer;
    } finally {
      void refresh();
    }
  };
}
