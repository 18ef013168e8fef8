// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '01900000-0000-7000-8000-00000000000a';
const UNDO = '01900000-0000-7000-8000-00000000000b';
const job = {
  ...{ id: ID, kind: 'account.bulk-change', summary: { action: 'SUSPEND', reason: 'fraud' }, state: 'SUCCEEDED' },
  ...{ total: 3, done: 3, canUndo: true, outcomes: [{ outcome: 'DONE', reason: null, count: 3 }] },
  ...{ startedAt: '2026-01-01T00:00:00Z', finishedAt: '2026-01-01T00:00:01Z', requester: { sub: 'a', name: 'Ada' } },
};
const undo = { ...job, id: UNDO, canUndo: false, summary: { action: 'REACTIVATE', undoOf: ID } };

test('a job is undone after a forecast, also for records that changed since then', async () => {
  const { api, user } = await showAs(['ADMIN'], `/admin/jobs?open=${ID}`, {
    jobs: pageOf([job]),
    job: ({ id }: { id: string }) => (id === UNDO ? undo : job),
    previewUndoJob: ({ restoresChanged }: { restoresChanged: boolean }) => ({
      ...{ upTo: '2026-11-30T00:00:00.000Z', kind: 'EXACT', total: 3 },
      groups: [
        { reason: null, count: restoresChanged ? 3 : 2, samples: [] },
        ...(restoresChanged ? [] : [{ reason: 'changed-since', count: 1, samples: [{ id: 'x', label: '#100001' }] }]),
      ],
    }),
    undoJob: { job: undo },
  });
  await user.click(await screen.findByRole('button', { name: 'Undo…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo this job for 3 records?' }));
  await dialog.findByText('2 will be restored');
  expect((await dialog.findByRole('link', { name: '#100001' })).getAttribute('href')).toBe('/accounts/x');
  await user.click(dialog.getByRole('checkbox', { name: 'Also restore records that changed since then' }));
  await dialog.findByText('3 will be restored');
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'By mistake');
  await user.dblClick(dialog.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Reactivate accounts (undo)');
  const input = { id: ID, restoresChanged: true, reason: 'By mistake' };
  await until(() => expect(api.sentAs('UndoJob').map(({ variables }) => variables)).toEqual([{ input }]));
  expect((await screen.findByRole('link', { name: 'This job' })).getAttribute('href')).toContain(ID);
});
