import { ACCOUNT_MACHINE, type AccountAction, JOB_KINDS, JOB_REASONS, stateRefusal } from '@backcounter/domain';
import { expect, it } from 'vitest';
import { SqlValues } from '../listing/list-definition.ts';
import { ACCOUNT_BULK_ACTIONS } from './account/account-bulk.ts';
import { JOB_DEFINITIONS } from './index.ts';

// The console's words are a type over these names, so one that is missing there does not compile.
it('every kind of job has a name that the console has words for [jobs 27]', () => {
  expect(JOB_DEFINITIONS.map(({ kind }) => kind).sort()).toEqual([...JOB_KINDS].sort());
});

it('every reason for which an account stays as it is has a name that the console has words for', () => {
  const options = { targetId: null, reason: null, until: null };
  const reasons = Object.values(ACCOUNT_BULK_ACTIONS).flatMap((action) => {
    const { target } = action.change(new SqlValues(), options, '$1');
    const sql = `${action.refusal(new SqlValues(), null)} ${target}`;
    const stated = [...sql.matchAll(/(?:then|else) '([a-z-]+)'/g)].map(([, reason]) => reason);
    const ruled = [...sql.matchAll(/account_refusal\('([A-Z_]+)'/g)].flatMap(([, name]) =>
      ruledBy(name as AccountAction),
    );
    return [...stated, ...ruled];
  });
  expect(reasons).toEqual(
    expect.arrayContaining(['already-suspended', 'closed-too-long', 'opted-out', 'not-subscribed', 'badge-retired']),
  );
  for (const reason of reasons) expect(JOB_REASONS).toContain(reason);
});

/** Why the table of states leaves an account as it is, after any time in each state. */
function ruledBy(action: AccountAction): string[] {
  const now = new Date();
  return ACCOUNT_MACHINE.states.flatMap((state) =>
    [new Date(0), now].flatMap(
      (stateChangedAt) => stateRefusal(ACCOUNT_MACHINE, action, { state, stateChangedAt }, now) ?? [],
    ),
  );
}
