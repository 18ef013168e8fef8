import { expect, it } from 'vitest';
import { numberProblem } from './number-problem.ts';

it('a limit in cents is shown in the unit that was typed', () => {
  expect(numberProblem({ rule: 'too-small', params: { min: 1 } }, 2)).toEqual({
    rule: 'too-small',
    params: { min: 0.01 },
  });
  expect(numberProblem({ rule: 'too-large', params: { max: 10_000 } }, 2)).toEqual({
    rule: 'too-large',
    params: { max: 100 },
  });
  expect(numberProblem({ rule: 'too-large', params: { max: 100 } }, 0)).toEqual({
    rule: 'too-large',
    params: { max: 100 },
  });
});

it('an invalid number is reported as such, with its decimals', () => {
  expect(numberProblem({ rule: 'invalid' }, 0)).toEqual({ rule: 'whole-number' });
  expect(numberProblem({ rule: 'invalid' }, 3)).toEqual({ rule: 'decimal-number', params: { decimals: 3 } });
  expect(numberProblem({ rule: 'required' }, 2)).toEqual({ rule: 'required' });
});
