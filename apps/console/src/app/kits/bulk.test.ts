// @vitest-environment happy-dom
import { AppError } from '@backcounter/domain';
import { describe, expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const UP_TO = '2026-11-01T00:00:00.000Z';
/** The kits of accounts and stores: where the list is, a row of it, and the root fields that ask and start. */
const KINDS = {
  accounts: {
    row: { id: 'a', number: 100001, displayName: 'Ada', country: { code: 'DE', name: 'Germany' } },
    preview: 'previewAccountBulk',
    start: 'startAccountBulk',
  },
  stores: { row: { id: 's', sid: 'TOWER1', name: 'Tower' }, preview: 'previewStoreBulk', start: 'startStoreBulk' },
} as const;
type Kind = keyof typeof KINDS;

interface Forecast {
  readonly changing?: number;
  readonly staying?: number;
}
const forecastOf = ({ changing = 3, staying = 0 }: Forecast) => ({
  upTo: UP_TO,
  kind: 'EXACT',
  total: changing + staying,
  groups: [
    { outcome: 'DONE', reason: null, count: changing },
    { outcome: 'SKIPPED', reason: 'already-suspended', count: staying },
  ].filter(({ count }) => count > 0),
});

/** The dialog before the selected records are suspended. */
async function ask(kind: Kind, forecast: unknown, start: unknown = { job: { id: 'job' } }) {
  const { row, preview, start: starting } = KINDS[kind];
  const shown = await showAs(['ADMIN'], `/${kind}`, {
    [kind]: pageOf([row]),
    [preview]: forecast,
    [starting]: start,
  });
  const box = await until(() => {
    const found = document.querySelector<HTMLElement>('[data-row] input');
    if (!found) throw new Error('no row yet');
    return found;
  });
  await shown.user.click(box);
  await shown.user.click(await screen.findByRole('button', { name: 'Suspend' }));
  const dialog = within(await screen.findByRole('dialog'));
  const submit = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Suspend' });
  const reason = dialog.getByLabelText<HTMLTextAreaElement>('Reason');
  const started = () => shown.api.sent.filter(({ name }) => name.toLowerCase() === starting.toLowerCase());
  return { ...shown, dialog, submit, reason, started };
}

describe.each(['accounts', 'stores'] as const)('%s that are selected', (kind) => {
  test('are changed once, for the reason given and as counted, on a double click [bulk 2]', async () => {
    const { user, dialog, submit, reason, started } = await ask(kind, forecastOf({ changing: 2, staying: 1 }));
    await dialog.findByText(/^2 .*suspended/);
    await dialog.findByText(/^1 /);
    expect(submit().disabled).toBe(true);
    await user.type(reason, ' Typhoon ');
    await user.dblClick(submit());
    await until(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(started().map(({ variables }) => variables['input'])).toMatchObject([
      { action: 'SUSPEND', reason: 'Typhoon', selection: { upTo: UP_TO } },
    ]);
    // The selection is over, and the job is announced.
    await until(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull());
  });

  test('stay selected where the dialog is closed by Escape [bulk 3]', async () => {
    const { user } = await ask(kind, forecastOf({}));
    await user.keyboard('{Escape}');
    await until(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('region', { name: 'Selected rows' })).not.toBeNull();
  });

  test('are left alone where none would change', async () => {
    const { user, dialog, submit, reason } = await ask(kind, forecastOf({ changing: 0, staying: 3 }));
    await dialog.findByText('Nothing to change');
    await user.type(reason, 'Typhoon');
    expect(submit().disabled).toBe(true);
  });

  test('are counted again by Retry where the dry run failed', async () => {
    let isBroken = true;
    const forecast = () => {
      if (isBroken) throw new Error('Broken');
      return forecastOf({});
    };
    const { user, dialog, submit, reason } = await ask(kind, forecast);
    await user.type(reason, 'Typhoon');
    const retry = await dialog.findByRole('button', { name: 'Retry' });
    expect(submit().disabled).toBe(true);
    isBroken = false;
    await user.click(retry);
    await until(() => expect(submit().disabled).toBe(false));
  });

  test('above a thousand need the number typed', async () => {
    const { user, dialog, submit, reason } = await ask(kind, forecastOf({ changing: 1001 }));
    await user.type(reason, 'Typhoon');
    const typed = await dialog.findByLabelText('Type 1,001 to confirm');
    await user.type(typed, '1000');
    expect(submit().disabled).toBe(true);
    await user.clear(typed);
    await user.type(typed, '1,001');
    expect(submit().disabled).toBe(false);
  });

  test('stay selected where the start is refused; another attempt is the same action', async () => {
    const start = () => {
      throw new AppError('record.conflict');
    };
    const { user, dialog, submit, reason, started } = await ask(kind, forecastOf({}), start);
    await user.type(reason, 'Typhoon');
    await until(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    await dialog.findByRole('alert');
    expect(reason.value).toBe('Typhoon');
    await user.click(submit());
    await until(() => expect(started()).toHaveLength(2));
    const [first, second] = started().map(({ idempotencyKey }) => idempotencyKey);
    expect(second).toBe(first);
  });
});
