import { JOB_KINDS, JOB_REASONS } from '@backcounter/domain';
import { expect, it } from 'vitest';
import { ACCOUNT_BULK_ACTIONS, refusalSql } from './account/account-bulk.ts';
import { JOB_DEFINITIONS } from './index.ts';

// The console's words are a type over these names, so one that is missing there does not compile.
it('every kind of job has a name that the console has words for', () => {
  expect(JOB_DEFINITIONS.map(({ kind }) => kind).sort()).toEqual([...JOB_KINDS].sort());
});

it('every reason for which an account stays as it is has a name that the console has words for', () => {
  const reasons = ACCOUNT_BULK_ACTIONS.flatMap((action) =>
    [...refusalSql(action).matchAll(/then '([a-z-]+)'/g)].map(([, reason]) => reason),
  );
  expect(reasons).toContain('already-suspended');
  for (const reason of reasons) expect(JOB_REASONS).toContain(reason);
});
