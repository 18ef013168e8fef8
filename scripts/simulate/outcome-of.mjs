import { Refused } from '../../packages/client/src/index.ts';

/**
 * The outcome of a request. The instance may have fewer accounts and stores than the demo; other errors are thrown.
 * @param {import('../../packages/client/src/index.ts').Answer<{ outcome: string }>} answer
 */
export function outcomeOf(answer) {
  if (answer.ok) return answer.data.outcome;
  if (answer.code === 'record.not-found') return 'NOBODY_THERE';
  if (answer.code.includes('.')) throw new Refused(answer);
  return answer.code;
}
