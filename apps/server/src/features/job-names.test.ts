import {
  ACCOUNT_MACHINE,
  COUPON_MACHINE,
  JOB_KINDS,
  JOB_REASONS,
  STORE_MACHINE,
  type StateAction,
  stateWord,
} from '@backcounter/domain';
import { expect, it } from 'vitest';
import { readSqlSources } from '../db/migrate/sql-source.ts';
import { JOB_DEFINITIONS } from './index.ts';

// The console's labels are typed by these names, so a missing label does not compile.
it('the console has a label for the name of every kind of job [jobs 27]', () => {
  expect(JOB_DEFINITIONS.map(({ kind }) => kind).sort()).toEqual([...JOB_KINDS].sort());
});

it('the console has a label for every reason why a bulk job skips a record', async () => {
  const { EDIT, SUSPEND, REACTIVATE, AWARD_BADGE, CHANGE_TOPICS } = ACCOUNT_MACHINE.actions;
  const { ACTIVATE, SUSPEND: close, REACTIVATE: reopen } = STORE_MACHINE.actions;
  const { DISABLE, ENABLE } = COUPON_MACHINE.actions;
  const inTables = [
    { states: ACCOUNT_MACHINE.states, actions: [EDIT, SUSPEND, REACTIVATE, AWARD_BADGE, CHANGE_TOPICS] },
    { states: STORE_MACHINE.states, actions: [ACTIVATE, close, reopen] },
    { states: COUPON_MACHINE.states, actions: [DISABLE, ENABLE] },
  ].flatMap(({ states, actions }: { states: readonly string[]; actions: readonly StateAction[] }) =>
    actions.flatMap(({ from, to, conditions = [] }) => [
      ...states.filter((state) => !from.includes(state)).map((state) => stateWord(state, to)),
      ...conditions.map(({ word }) => word),
    ]),
  );
  const sources = await readSqlSources();
  const sqlOf = (file: string) => sources.find(({ name }) => name === `features/account/${file}`)?.sql ?? '';
  const functions = [
    /FUNCTION award_badge.*COMMENT ON FUNCTION change_account_topics/s.exec(sqlOf('account.sql'))?.[0],
    sqlOf('account-edit.sql'),
  ].join('');
  const inFunctions = [...functions.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map(([, reason]) => reason);
  const reasons = [...inTables, ...inFunctions];
  expect(reasons).toEqual(
    expect.arrayContaining([
      'already-suspended',
      'closed-too-long',
      'opted-out',
      'not-subscribed',
      'badge-retired',
      'already-set',
    ]),
  );
  for (const reason of reasons) expect(JOB_REASONS).toContain(reason);
});
