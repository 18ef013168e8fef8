// @vitest-environment happy-dom
import { CAMPAIGN_MACHINE, campaignRecord } from '@backcounter/domain';
import { expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { actionsFor } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '0198c0de-0000-7000-8000-000000000001';
const campaign = (more = {}) => {
  const facts = { state: 'DRAFT' as const, stateChangedAt: '2026-11-01T00:00:00.000Z' };
  return {
    ...{
      id: ID,
      version: 1,
      ...facts,
      status: 'DRAFT',
      actions: actionsFor(CAMPAIGN_MACHINE, facts, ['ADMIN']),
    },
    ...{ name: 'Summer', code: 'SUMMER', codeMode: 'UNIQUE', rewardType: 'AMOUNT', amountMinor: 1500, currency: 'EUR' },
    ...{ couponsLimit: 500, perCouponLimit: 1, perAccountLimit: 1, budgetMinor: null, redemptionsLimit: null },
    ...{ startsAt: '2031-01-01T00:00:00.000Z', endsAt: '2031-02-01T00:00:00.000Z', timezone: 'UTC' },
    openFields: Object.keys(campaignRecord.fields),
    ...more,
  };
};
const job = (outcomes: Readonly<Record<string, number>>) => ({
  id: 'job-1',
  state: 'SUCCEEDED',
  done: 6,
  outcomes: Object.entries(outcomes).map(([reason, count]) => ({ outcome: 'DONE', reason, count })),
});
const problem = (row: number, rule: string, params: object | null = null) => ({
  ...{ row, state: 'REFUSED', cells: ['PARTNER0'], corrected: [], mistake: 0 },
  problems: [{ at: 0, column: 'Code', field: 'code', value: 'PARTNER0', rule, params, suggestion: null }],
});
const codes = {
  ...{ id: 'import-1', fileName: 'partner.txt', format: 'CSV', encoding: 'UTF_8', delimiter: 'COMMA', headingRow: 0 },
  topRows: [1, 2].map((row) => ({ row, text: `PARTNER${row}` })),
  columns: [{ header: '', isDerived: false, samples: ['PARTNER1'] }],
  target: { fields: [{ key: 'code', isRequired: true }], matches: [['code']], canCreate: true },
  ...{ mapping: ['code'], matchBy: ['code'], missingFields: [], check: null, recheck: null, run: null },
  ...{ createdAt: '2026-11-01T00:00:00.000Z', progress: null, mistakes: [], rows: [] },
};

async function open(myImports: readonly object[]) {
  const [item] = myImports;
  const shown = await showAs(['ADMIN'], `/campaigns/${ID}`, { campaign: campaign(), myImports, import: item } as never);
  await shown.user.click(await screen.findByRole('button', { name: 'Add own codes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add codes to Summer' }));
  if (item) await shown.user.click(await dialog.findByRole('button', { name: /^Continue partner.txt from/ }));
  return { ...shown, dialog };
}

test('codes of others are added from a file to this campaign, with their rules', async () => {
  const { api, dialog } = await open([]);
  await dialog.findByText(/Codes have 8 to 20 letters and digits/);
  expect(api.sent.find(({ name }) => name === 'MyImports')?.variables).toEqual({
    entity: 'OWN_COUPONS',
    into: ID,
  });
});

test('a list without a heading has its column, and no settings of records', async () => {
  const { dialog } = await open([codes]);
  expect((await dialog.findByLabelText('Heading row')).textContent).toContain('No heading');
  expect(dialog.queryByLabelText('Existing records')).toBeNull();
  dialog.getByRole('button', { name: 'Check' });
});

test('the check says of each code why it is refused', async () => {
  const rows = [
    problem(2, 'repeated-alike', { row: 1 }),
    problem(3, 'code-alike'),
    problem(4, 'code-elsewhere'),
    problem(5, 'code-length', { min: 8, max: 20 }),
    problem(6, 'code-symbols'),
    {
      ...problem(7, 'code-limit'),
      problems: [{ at: null, column: null, field: null, value: null, rule: 'code-limit', params: { max: 500 } }],
    },
  ];
  const progress = { rows: 7, ready: 1, toCorrect: 6, corrected: 0, leftOut: 0, imported: 0 };
  const { dialog, user } = await open([{ ...codes, check: job({ created: 1, refused: 6 }), progress, rows }]);
  await dialog.findByRole('button', { name: 'Import 1 row' });
  await user.click(await dialog.findByRole('button', { name: 'Refused rows' }));
  // Codes are corrected in their file.
  expect(((await screen.findByRole('textbox', { name: /, row 2$/ })) as HTMLInputElement).readOnly).toBe(true);
  const reasons = [...document.querySelectorAll('tr[data-state] > :last-child > span')].map((why) => why.textContent);
  expect(reasons).toEqual([
    'Looks like the code in row 1: O is 0, I and L are 1',
    'Looks like an existing code: O is 0, I and L are 1',
    'A code of another campaign',
    'Codes have 8 to 20 letters and digits',
    'Only letters A to Z and digits',
    'Above the campaign’s limit of 500 codes',
  ]);
});

test('are not offered for shared codes', async () => {
  await showAs(['ADMIN'], `/campaigns/${ID}`, { campaign: campaign({ codeMode: 'SHARED' }) });
  await until(() => expect(screen.queryByRole('heading', { level: 1 })?.textContent).toContain('Summer'));
  expect(screen.queryByText('Add own codes')).toBeNull();
});
