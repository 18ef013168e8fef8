// @vitest-environment happy-dom
import { AppError } from '@backcounter/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const ID = '01900000-0000-7000-8000-00000000abcd';
const problem = (at: number, field: string, value: string, suggestion: string | null = null) => ({
  at,
  column: field,
  field,
  value,
  rule: at === 1 ? 'unknown' : 'date',
  params: null,
  suggestion,
});
const GERMNY = problem(1, 'countryCode', 'Germny', 'Germany');
const row = (number: number, cells: string[], ...problems: object[]) => ({
  row: number,
  state: 'REFUSED',
  cells,
  corrected: [],
  mistake: 0,
  problems,
});
const JOB = {
  id: 'j',
  state: 'SUCCEEDED',
  done: 9,
  total: 9,
  errorCode: null,
  isCancelRequested: false,
  outcomes: [],
  result: null,
};
const PROGRESS = { rows: 9, ready: 6, toCorrect: 3, corrected: 0, leftOut: 0, imported: 0 };
const item = (progress: object = {}) => ({
  id: ID,
  fileName: 'customers.csv',
  sizeBytes: 1,
  format: 'CSV',
  encoding: 'UTF_8',
  encodingChoices: [],
  headingRow: 1,
  topRows: [],
  delimiter: 'COMMA',
  sheet: null,
  sheets: [],
  broken: null,
  columns: ['Name', 'Country', 'Born'].map((header) => ({ header, isDerived: false, samples: [] })),
  target: { fields: [], matches: [], canCreate: true },
  mapping: ['displayName', 'countryCode', 'birthDate'],
  matchBy: [],
  emptyCells: 'LEAVE',
  existingRows: 'UPDATE',
  missingRows: 'CREATE',
  missingFields: [],
  check: JOB,
  recheck: null,
  run: null,
  createdAt: '2026-11-19T12:00:00Z',
  progress: { ...PROGRESS, ...progress },
  mistakes: [
    { problem: GERMNY, rows: 2, suggested: 2, values: [{ value: 'Germny', rows: 2, suggestion: 'Germany' }] },
    {
      problem: problem(2, 'birthDate', 'soon'),
      rows: 1,
      suggested: 0,
      values: [{ value: 'soon', rows: 1, suggestion: null }],
    },
  ],
  rows: [
    row(4, ['Ruth', 'Germny', '1990-01-01'], GERMNY),
    row(7, ['Jo', 'DE', 'soon'], problem(2, 'birthDate', 'soon')),
    row(9, ['Ines', 'Germny', 'soon'], GERMNY, problem(2, 'birthDate', 'soon')),
  ],
});
const show = async (answers: object = {}) => {
  const answer = { import: item({ toCorrect: 1, corrected: 2 }), changed: 2 };
  const shown = await showAs(['ADMIN'], '/accounts?import=', {
    accounts: pageOf([]),
    myImports: [item()],
    import: item(),
    correctImportRows: answer,
    leaveOutImportRows: { ...answer, changed: 1 },
    checkImport: { import: item() },
    ...answers,
  } as never);
  await shown.user.click(await screen.findByRole('button', { name: 'Continue customers.csv from yesterday' }));
  await shown.user.click(await screen.findByRole('button', { name: 'Correct here' }));
  await screen.findByRole('textbox', { name: 'Country, row 4' });
  return { ...shown, sent: (name: string) => shown.api.sentAs(name).at(-1)?.variables['input'] };
};
const cell = (name: string) => screen.getByRole('textbox', { name }) as HTMLInputElement;

test('an unfinished file is named with its day, and its mistakes have figures that add up', async () => {
  await show();
  for (const name of ['To correct 3', 'Corrected 0']) expect(screen.getByRole('button', { name })).toBeDefined();
  expect(screen.getByText('Ready', { exact: false }).textContent).toBe('Ready 6');
  const kinds = within(screen.getByRole('list', { name: 'Kinds of mistakes' })).getAllByRole('listitem');
  expect(kinds.map((kind) => kind.querySelector('b')?.textContent)).toEqual(['2', '1']);
  expect(cell('Country, row 4').getAttribute('aria-invalid')).toBe('true');
});

test('Tab goes to the next mistake and Shift Enter applies the suggestion to all alike', async () => {
  const { user, sent } = await show();
  cell('Country, row 4').focus();
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  await until(() =>
    expect(sent('CorrectImportRows')).toEqual({
      id: ID,
      mistake: { field: 'countryCode', rule: 'unknown', value: 'Germny' },
      column: 1,
      value: 'Germany',
    }),
  );
  expect((await screen.findAllByText('Corrected, was “Germny”')).length).toBe(1);
  cell('Born, row 7').focus();
  await user.keyboard('{Tab}');
  expect(document.activeElement).toBe(cell('Born, row 9'));
});

test('a typed cell is saved when it is left; Escape takes the typed text back', async () => {
  const { user, sent, api } = await show();
  await user.click(cell('Born, row 7'));
  await user.clear(cell('Born, row 7'));
  await user.keyboard('19{Escape}');
  expect(cell('Born, row 7').value).toBe('soon');
  expect(screen.getByRole('dialog')).toBeDefined();
  expect(api.sentAs('CorrectImportRows')).toEqual([]);
  await user.clear(cell('Born, row 7'));
  await user.keyboard('1990-12-31{Tab}');
  await until(() => expect(sent('CorrectImportRows')).toEqual({ id: ID, rows: [7], column: 2, value: '1990-12-31' }));
});

test('a text that cannot be read stays in its cell, with the rule', async () => {
  const refused = new AppError('field.invalid', { details: { fields: { birthDate: [{ rule: 'date' }] } } });
  const { user, api } = await show({ correctImportRows: refused });
  await user.clear(cell('Born, row 7'));
  await user.type(cell('Born, row 7'), 'later{Tab}');
  await until(() => expect(api.sentAs('CorrectImportRows')).toHaveLength(1));
  await screen.findAllByRole('alert');
  expect(cell('Born, row 7').value).toBe('later');
});

test('a kind is applied, left empty or skipped in all of its rows, and a row alone', async () => {
  const { user, sent } = await show();
  await user.click(screen.getByRole('button', { name: 'Apply to 2 rows' }));
  await until(() => expect(sent('CorrectImportRows')).toMatchObject({ column: 1, value: 'Germany' }));
  await user.click(screen.getByRole('button', { name: 'Skip row 7' }));
  await until(() => expect(sent('LeaveOutImportRows')).toEqual({ id: ID, rows: [7], isLeftOut: true }));
  await user.click(await screen.findByRole('button', { name: 'Include row 7' }));
  await screen.findByRole('button', { name: 'Skip row 7' });
  await user.click(screen.getByRole('button', { name: 'Check 2 again' }));
  await until(() => expect(sent('CheckImport')).toBeUndefined());
});

test('every cell is reached and corrected by keyboard; Enter keeps it and goes to the next mistake', async () => {
  const { user, sent, api } = await show();
  cell('Country, row 4').focus();
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(cell('Name, row 4'));
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(document.activeElement).toBe(cell('Country, row 7'));
  await user.keyboard('AT{Escape}');
  expect([cell('Country, row 7').value, api.sentAs('CorrectImportRows')]).toEqual(['DE', []]);
  expect(screen.getByRole('dialog')).toBeDefined();
  await user.clear(cell('Country, row 7'));
  await user.keyboard('AT{Enter}');
  expect(document.activeElement).toBe(cell('Born, row 7'));
  await until(() => expect(sent('CorrectImportRows')).toEqual({ id: ID, rows: [7], column: 1, value: 'AT' }));
  await user.clear(cell('Born, row 7'));
  await user.keyboard('1990-12-31{Enter}');
  expect(document.activeElement).toBe(cell('Country, row 9'));
  await until(() => expect(api.sentAs('CorrectImportRows')).toHaveLength(2));
});

test('a long cell that is shortened is not edited, and line breaks are kept', async () => {
  const rows = [row(4, [`${'x'.repeat(299)}…`, 'Germny', 'a\nb'], GERMNY, problem(2, 'birthDate', 'a\nb'))];
  const { user, sent } = await show({ import: { ...item(), rows } });
  expect(cell('Name, row 4').readOnly).toBe(true);
  await user.click(cell('Born, row 4'));
  await user.keyboard('{End}c{Tab}');
  await until(() => expect(sent('CorrectImportRows')).toMatchObject({ column: 2, value: 'a\nbc' }));
});
