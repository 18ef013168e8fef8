// @vitest-environment happy-dom
import { ACCOUNT_MACHINE, AppError } from '@backcounter/domain';
import { expect, test } from 'vitest';
import { toasts } from '../../lib/page/toasts.ts';
import { cleanUp, until } from '../testing/console.ts';
import { type Answers, actionsFor, pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '0198c0de-0000-7000-8000-000000000001';
const BUSY = 'The service is unavailable right now. Retry in a moment.';
const busy = () => {
  throw new AppError('service.unavailable');
};

async function show(search: string, answers: Answers = {}) {
  for (const { id } of toasts.snapshot().visible) toasts.dismiss(id);
  const account = {
    id: ID,
    number: 100001,
    displayName: 'Ada',
    state: 'ACTIVE',
    locale: 'en',
    timezone: 'UTC',
    country: { code: 'DE', name: 'Germany' },
    actions: actionsFor(ACCOUNT_MACHINE, { state: 'ACTIVE' }, ['ADMIN']),
  };
  const shown = await showAs(['ADMIN'], `/accounts/${ID}${search}`, { account, ...answers });
  await screen.findByRole('heading', { level: 1, name: 'Ada' });
  return shown;
}
const shownToasts = () =>
  [...document.querySelectorAll<HTMLElement>('.bc-toast')].map((each) => ({
    place: each.closest<HTMLElement>('.bc-toasts')?.dataset['position'],
    type: each.dataset['type'],
    icon: each.dataset['icon'],
    text: each.querySelector('.bc-toast-message')?.textContent,
  }));

test('a change that succeeds brings the green toast at the top, with the done icon [spec 8.5]', async () => {
  const { user } = await show('?tab=notes', { writeAccountNote: { note: { id: 'note' } } });
  await user.type(await screen.findByLabelText('New note'), 'An outcome{Control>}{Enter}{/Control}');
  await until(() =>
    expect(shownToasts()).toEqual([
      { place: 'top', type: 'positive', icon: 'done', text: 'Action Completed Successfully!' },
    ]),
  );
});

test('a change that fails without a place for it brings the warning at the top, and keeps what was typed [spec 8.4]', async () => {
  const { user } = await show('?tab=notes', { writeAccountNote: busy });
  const note = await screen.findByLabelText<HTMLTextAreaElement>('New note');
  await user.type(note, 'Not lost{Control>}{Enter}{/Control}');
  await until(() =>
    expect(shownToasts()).toEqual([{ place: 'top', type: 'warning', icon: 'error', text: `Error: ${BUSY}` }]),
  );
  expect(note.value).toBe('Not lost');
});

test('a change that fails in a dialog says so there, and brings no toast [spec 8.4]', async () => {
  const { user } = await show('', { suspendAccount: busy });
  await user.click(screen.getByRole('button', { name: 'Suspend' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Reason'), 'To see it fail');
  await user.click(dialog.getByRole('button', { name: 'Suspend' }));
  await dialog.findByText(BUSY);
  expect(shownToasts()).toEqual([]);
});

test('an answer without a place of its own says its failure in a toast, once [spec 8.4]', async () => {
  await show('?edit', {
    countries: () => {
      throw new Error('Broken');
    },
  });
  await until(() => expect(shownToasts()).toHaveLength(1));
  expect(shownToasts()[0]).toMatchObject({
    place: 'top',
    type: 'warning',
    icon: 'error',
    text: expect.stringMatching(/^Error: Something went wrong/),
  });
});

test('selected texts that were accepted bring the green toast as well [spec 8.5]', async () => {
  for (const { id } of toasts.snapshot().visible) toasts.dismiss(id);
  const { user, api } = await showAs(['ADMIN'], '/admin/translations/german', {
    translationLanguage: { id: 'german', locale: 'de-DE', isSource: false },
    translations: pageOf([
      { id: 'text', key: 'common.yes', value: 'Ja', source: 'Yes', namespace: 'common', state: 'STALE' },
    ]),
    acceptTranslations: { accepted: 1, skipped: 2 },
  });
  const box = await until(() => {
    const found = document.querySelector<HTMLElement>('[data-row] input');
    if (!found) throw new Error('no row yet');
    return found;
  });
  await user.click(box);
  await user.click(await screen.findByRole('button', { name: 'Mark up to date' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Mark up to date' }));
  await until(() =>
    expect(shownToasts()).toEqual([
      { place: 'top', type: 'positive', icon: 'done', text: 'Action Completed Successfully!' },
    ]),
  );
  expect(api.sentAs('AcceptTranslations')[0]?.variables).toMatchObject({
    input: { selection: { ids: ['text'], filter: { language: { in: ['german'] } } } },
  });
});
