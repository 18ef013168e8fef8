import type { FieldProblems } from '@backcounter/domain';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { newIdempotencyKey } from '../../lib/api/graphql-client.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { useUnsavedGuard } from '../../lib/page/unsaved.ts';
import { session } from '../../lib/settings/session.ts';
import { createDraftStore, type Draft } from './draft-store.ts';
import { formValues, rootOf } from './field-map.ts';
import { byFormField, checkFields, type FieldRules, firstProblem } from './field-problems.ts';
import {
  type Choice,
  changedFields,
  type FieldEntry,
  type FieldValues,
  type Merge,
  mergeRecords,
  patchOf,
  resolveMerge,
} from './record-merge.ts';

const DRAFT_DELAY_MS = 400;
const drafts = createDraftStore(() => localStorage);

/** The initial values and version of a form, and how it saves. */
export interface RecordFormOptions<Values extends FieldValues> {
  /** Identifies the record in drafts, such as `account:0190…`. */
  readonly record: string;
  readonly base: Values;
  /** 0 for a new record. */
  readonly version: number;
  readonly rules: FieldRules;
  /** Required fields of a new record, which are checked even if untouched. */
  readonly required?: readonly string[];
  /** Values that the form opens with instead of those of `base`; like typed ones, they are saved only by Save. */
  readonly earlier?: FieldValues;
  /**
   * Sends a patch against a version; `mine` is the whole form, `base` the values to compare with. Rejects with a
   * `RequestError`.
   */
  readonly save: (
    patch: Partial<Values>,
    version: number,
    idempotencyKey: string,
    mine: Values,
    base: Values,
  ) => Promise<void>;
  readonly onSaved: () => void;
  /**
   * Merges what can be merged of two people's changes, such as an order, before the field-by-field merge of the rest;
   * returns both sides for that. Absent: everything is merged field by field.
   */
  readonly reconcile?: (
    base: Values,
    mine: Values,
    theirs: Values,
  ) => { readonly mine: Values; readonly theirs: Values };
}

/** A colleague's version that conflicts with this one. */
export interface FormConflict<Values extends FieldValues> {
  readonly merge: Merge;
  /** This form, with the merged parts. */
  readonly mine: Values;
  readonly theirs: Values;
  readonly version: number;
  readonly editor: string | null;
}

/** A form over a record: changes, problems, one save at a time, drafts, and conflicts field by field. */
export function useRecordForm<Values extends FieldValues>(options: RecordFormOptions<Values>) {
  const { record, rules } = options;
  const owner = session.state.get().person?.sub ?? 'nobody';
  const [start, setStart] = useState({ base: options.base, version: options.version });
  const [values, setValues] = useState<Values>({ ...options.base, ...options.earlier });
  const [problems, setProblems] = useState<FieldProblems>({});
  const [findings, setFindings] = useState(0);
  const [formError, setFormError] = useState<RequestError | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<FormConflict<Values> | null>(null);
  const [kept, setKept] = useState<{ readonly values: Values; readonly at: number | null } | null>(null);
  const [offered, setOffered] = useState<Draft | null>(() => usefulDraft(drafts.read(owner, record), options.base));
  const running = useRef(false);
  const attempt = useRef<{ content: string; key: string }>(undefined);
  const form = useRef<HTMLFormElement>(null);

  const changed = changedFields(start.base, values);
  const isDirty = changed.length > 0;
  useUnsavedGuard(isDirty);

  const setAll = (some: Partial<Values>) => {
    setValues((before) => ({ ...before, ...some }));
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in some))));
  };
  const pick = (from: FieldValues) => Object.fromEntries(changed.map((field) => [field, from[field] ?? null]));
  const keepDraft = () => {
    const [base, typed] = [pick(start.base), pick(values)];
    // An offered draft is kept until it is accepted or rejected.
    if (changed.length === 0) return offered ? undefined : drafts.remove(owner, record);
    const draft = { version: start.version, base, values: typed };
    const isKept = drafts.write(owner, record, offered ? joinDrafts(offered, draft) : draft);
    setKept({ values, at: isKept ? Date.now() : null });
  };
  const pendingDraft = useRef<(() => void) | null>(null);
  // Unmounting, for example by signing out in another tab, must not lose the last input.
  useEffect(() => () => pendingDraft.current?.(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft consists of exactly these
  useEffect(() => {
    const keep = keepDraft;
    pendingDraft.current = keep;
    const timer = setTimeout(() => {
      pendingDraft.current = null;
      keep();
    }, DRAFT_DELAY_MS);
    // Closing the tab or leaving for sign-in must not lose the last input.
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [changed, values, start, owner, record, offered]);

  /** In the form's visual order, which may differ from the order of its values. */
  const focusOnFirst = (broken: FieldProblems) =>
    requestAnimationFrame(() => {
      const fields = [...(form.current?.querySelectorAll<HTMLElement>('[name]') ?? [])];
      fields.find((field) => Object.hasOwn(broken, field.getAttribute('name') ?? ''))?.focus();
    });
  const showProblems = (next: FieldProblems) => {
    setProblems(next);
    setFindings((before) => before + 1);
    const first = firstProblem(next, Object.keys(values));
    if (first !== null) focusOnFirst(next);
    return first !== null;
  };

  const send = async (mine: Values, base: Values, version: number) => {
    if (running.current) return;
    const patch = patchOf(base, mine);
    const fields = Object.keys(patch);
    // A new record without input is not saved yet: its required fields are missing.
    if (fields.length === 0 && version > 0) {
      finish(mine);
      return;
    }
    if (showProblems(checkFields(rules, mine, [...fields, ...(options.required ?? [])]))) return;
    // The same content sent again is the same action: the server executes it once.
    const content = JSON.stringify([patch, version]);
    if (attempt.current?.content !== content) attempt.current = { content, key: newIdempotencyKey() };
    running.current = true;
    setSaving(true);
    setFormError(null);
    try {
      await options.save(patch, version, attempt.current.key, mine, base);
      finish(mine);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      receive(error, mine, base);
    } finally {
      running.current = false;
      setSaving(false);
    }
  };

  const finish = (mine: Values) => {
    drafts.remove(owner, record);
    // Synchronous: the form equals the stored record, and leaving it must not ask, even before the next render.
    flushSync(() => setStart((before) => ({ ...before, base: mine })));
    options.onSaved();
  };

  const receive = (error: RequestError, mine: Values, base: Values) => {
    attempt.current = undefined;
    if (error.details.fields && showProblems(byFormField(error.details.fields, mine))) return;
    const current = error.code === 'record.conflict' ? error.details.current : undefined;
    if (current && typeof current['version'] === 'number') {
      const theirs = readValues(current, { ...base, ...mine });
      const editor = current['updatedBy'];
      const sides = options.reconcile?.(base, mine, { ...base, ...theirs }) ?? { mine, theirs };
      setConflict({
        merge: mergeRecords(base, sides.mine, sides.theirs),
        mine: sides.mine,
        theirs: { ...base, ...theirs },
        version: current['version'],
        editor: isNamed(editor) ? editor.name : null,
      });
      return;
    }
    setFormError(error);
  };

  return {
    form,
    values,
    base: start.base,
    problems,
    /** Number of checks: typing also reduces the problems, but is not a check. */
    findings,
    formError,
    changed,
    isDirty,
    isSaving,
    conflict,
    offered,
    set: (...[field, value]: FieldEntry<Values>) => setAll({ [field]: value } as unknown as Partial<Values>),
    setAll,
    submit: () => {
      // A date that can't be read is in no value.
      const unread = form.current?.querySelector<HTMLElement>('[data-unread]');
      if (unread) unread.focus();
      else void send(values, start.base, start.version);
    },
    /** Restores the loaded values. */
    discard: () => {
      // Synchronous, so that leaving the form right afterwards neither asks nor keeps a draft.
      flushSync(() => {
        setValues(start.base);
        setProblems({});
      });
      drafts.remove(owner, record);
    },
    takeDraft: () => {
      if (!offered) return;
      // The draft was based on these values: later differences show as conflicts when it is saved.
      setStart({ base: { ...start.base, ...offered.base }, version: offered.version });
      setValues({ ...values, ...offered.values, ...pick(values) });
      setOffered(null);
    },
    dropDraft: () => {
      drafts.remove(owner, record);
      setOffered(null);
    },
    resolve: (choices: Readonly<Record<string, Choice>>) => {
      if (!conflict) return;
      const merged = resolveMerge(conflict.mine, conflict.merge, choices);
      setStart({ base: conflict.theirs, version: conflict.version });
      setValues(merged);
      setConflict(null);
      void send(merged, conflict.theirs, conflict.version);
    },
    closeConflict: () => setConflict(null),
    /** Shows problems of these fields, without moving the focus. */
    check: (fields: readonly string[]) =>
      setProblems((before) => ({
        ...Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(rootOf(field)))),
        ...checkFields(rules, values, fields),
      })),
    draft: draftState(changed.length > 0, kept?.values === values, kept?.at ?? null),
    /** Saves the draft immediately, for a form that is replaced without asking. */
    keepDraft,
  };
}

/** Unsaved input in this browser: when it was written, or that it is about to be, or could not be; null without any. */
export type DraftState = { readonly at: number } | 'saving' | 'failed' | null;

function draftState(isDirty: boolean, isLatest: boolean, at: number | null): DraftState {
  if (!isDirty) return null;
  if (!isLatest) return 'saving';
  return at === null ? 'failed' : { at };
}

/** A form over a record with these values. */
export type RecordFormState<Values extends FieldValues = FieldValues> = ReturnType<typeof useRecordForm<Values>>;

/** The older draft with what was typed since: the newer value of a field, and the base it was first typed on. */
function joinDrafts(older: Draft, newer: Omit<Draft, 'savedAt'>): Omit<Draft, 'savedAt'> {
  return {
    version: older.version,
    base: { ...newer.base, ...older.base },
    values: { ...older.values, ...newer.values },
  };
}

function usefulDraft(draft: Draft | null, base: FieldValues): Draft | null {
  if (!draft) return null;
  const values = { ...base, ...draft.values };
  return changedFields(base, values).length > 0 ? draft : null;
}

function isNamed(value: unknown): value is { readonly name: string } {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}

/** The fields of this form from the current record. */
function readValues(current: Readonly<Record<string, unknown>>, mine: FieldValues): FieldValues {
  const theirs = formValues(current, Object.fromEntries(Object.keys(mine).map((field) => [rootOf(field), null])));
  // A language that they removed is a change too; a field that the answer lacks is not.
  const gone = Object.keys(mine).filter((field) => field.includes('.') && Object.hasOwn(current, rootOf(field)));
  return { ...Object.fromEntries(gone.map((field) => [field, null])), ...theirs };
}
