import type { FieldProblems } from '@backcounter/domain';
import { POINTS_LIMITS } from '@backcounter/domain';

/** Values of the form. */
export interface AdjustmentForm {
  readonly direction: 'CREDIT' | 'DEBIT';
  /** Undefined: not a number; null: empty. */
  readonly amount: number | null | undefined;
  readonly confirmation: number | null | undefined;
  readonly reason: string;
}

/** Fields of the form, in order. */
export const ADJUSTMENT_FIELDS = ['amount', 'confirmAmount', 'reason'] as const;
/** One of them. */
export type AdjustmentField = (typeof ADJUSTMENT_FIELDS)[number];
/** A problem with a field. */
export type AdjustmentProblem =
  | 'amount'
  | 'confirm'
  | 'frozen'
  | 'insufficient'
  | 'invalid'
  | 'required'
  | 'too-large'
  | 'too-long';
/** Problems by field. */
export type AdjustmentProblems = Partial<Record<AdjustmentField, AdjustmentProblem>>;

/** True where the amount has to be typed again. */
export function needsConfirmation(amount: number | null | undefined): amount is number {
  return typeof amount === 'number' && amount > POINTS_LIMITS.confirmAbove;
}

/** Problems that the server would find, as far as the page can know; `max` null: unknown yet. */
export function checkAdjustment(
  { direction, amount, confirmation, reason }: AdjustmentForm,
  { balance, max }: { readonly balance: number; readonly max: number | null },
): AdjustmentProblems {
  const problems: AdjustmentProblems = {};
  if (amount === null) problems.amount = 'required';
  else if (amount === undefined || !Number.isSafeInteger(amount) || amount < 1) problems.amount = 'amount';
  else if (max !== null && amount > max) problems.amount = 'too-large';
  else if (direction === 'DEBIT' && amount > balance) problems.amount = 'insufficient';
  if (problems.amount === undefined && needsConfirmation(amount) && confirmation !== amount)
    problems.confirmAmount = 'confirm';
  if (reason.trim() === '') problems.reason = 'required';
  return problems;
}

const RULES: readonly string[] = [
  'amount',
  'confirm',
  'required',
  'too-large',
  'too-long',
] satisfies AdjustmentProblem[];
const isKnownRule = (rule: string): rule is AdjustmentProblem => RULES.includes(rule);

/** The server's problems, on the fields of this form. */
export function serverProblems(fields: FieldProblems): AdjustmentProblems {
  const problems: AdjustmentProblems = {};
  for (const [path, [problem]] of Object.entries(fields)) {
    const field = ADJUSTMENT_FIELDS.find((known) => known === path.split('.').at(-1));
    if (field === undefined || problem === undefined) continue;
    problems[field] = isKnownRule(problem.rule) ? problem.rule : 'invalid';
  }
  return problems;
}
