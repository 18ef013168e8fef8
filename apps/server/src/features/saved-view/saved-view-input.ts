import {
  AppError,
  type FieldProblem,
  SAVED_VIEW_LIMITS,
  type SavedViewState,
  savedViewName,
  savedViewState,
} from '@backcounter/domain';
import type { AuditChanges } from '../../audit/record-audit.ts';

const STATE_PARTS = ['filters', 'sort', 'columns', 'widths', 'density', 'size', 'kind'] as const;

/** @throws AppError `field.invalid` under `name` */
export function parseName(name: string): string {
  const parsed = savedViewName.safeParse(name);
  if (parsed.success) return parsed.data;
  if (name.trim() === '') throw fieldInvalid('name', 'required');
  const max = SAVED_VIEW_LIMITS.nameMaxLength;
  throw name.trim().length > max ? fieldInvalid('name', 'too-long', { max }) : fieldInvalid('name', 'invalid');
}

/** @throws AppError `field.invalid` under `state` and the path within it */
export function parseState(state: unknown): SavedViewState {
  const parsed = savedViewState.safeParse(state);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    // Keys are arbitrary text of the client: shortened before they are returned.
    const path = ['state', ...(issue?.path ?? []).map((step) => String(step).slice(0, 40))].join('.');
    throw fieldInvalid(path, issue?.message === 'too-many' ? 'too-many' : 'invalid');
  }
  const max = SAVED_VIEW_LIMITS.stateBytesMax;
  if (Buffer.byteLength(JSON.stringify(parsed.data)) > max) throw fieldInvalid('state', 'too-long', { max });
  return parsed.data;
}

/** Differences between two states. For a search only whether there is one: its text may be the name of a person. */
export function stateChanges(before: unknown, after: SavedViewState): AuditChanges {
  const old = (before ?? {}) as Partial<SavedViewState>;
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const part of STATE_PARTS) {
    const was = old[part] ?? null;
    const is = after[part] ?? null;
    if (canonical(was) !== canonical(is)) changes[part] = [was, is];
  }
  if ((old.search ?? '') !== after.search) changes['hasSearch'] = [(old.search ?? '') !== '', after.search !== ''];
  return changes;
}

/** An error about one invalid field. */
export function fieldInvalid(field: string, rule: string, params?: FieldProblem['params']): AppError {
  return new AppError('field.invalid', {
    message: 'Some fields are not right.',
    details: { fields: { [field]: [params ? { rule, params } : { rule }] } },
  });
}

/** Returns the same text for equal values: the database orders the keys of objects differently. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort())
      : part,
  );
}
