// @vitest-environment happy-dom
import { AppError } from '@backcounter/domain';
import { expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { screen, showAs } from '../testing/show-as.ts';

cleanUp();

const ID = '01890000-0000-7000-8000-000000000001';
const weekly = { id: ID, name: 'Weekly check', frequency: 'WEEKLY', day: 5, hour: 6, timeZone: 'Europe/Berlin' };
const running = { ...weekly, nextAt: '2031-01-03T05:00:00.000Z', pauseCode: null, lastJob: null };

test('a scheduled export is paused, resumed unless a file would need an approval, and deleted', async () => {
  let all: readonly object[] = [running];
  let mayResume = false;
  const { api, user } = await showAs(['ADMIN'], '/exports', {
    exportSchedules: () => all,
    pauseExportSchedule: ({ input }: { input: { isPaused: boolean } }) => {
      if (!input.isPaused && !mayResume)
        throw new AppError('field.invalid', { details: { fields: { columns: [{ rule: 'needs-approval' }] } } });
      all = [input.isPaused ? { ...running, nextAt: null } : running];
      return { exportSchedules: all };
    },
    removeExportSchedule: () => {
      all = [];
      return { exportSchedules: all };
    },
  });
  await screen.findByText(/^Every Friday at 06:00/);
  const press = async (name: string) => user.click(await screen.findByRole('button', { name: `${name} Weekly check` }));
  await press('Pause');
  await screen.findByText('Paused');
  await press('Resume');
  await screen.findByText(/would need an approval/);
  mayResume = true;
  await press('Resume');
  await screen.findByText(/^Next run/);
  await press('Delete');
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('No scheduled exports');
  await until(() => expect(document.activeElement?.tagName).toBe('H1'));
  expect(api.sentAs('RemoveExportSchedule').map(({ variables }) => variables)).toEqual([{ input: { id: ID } }]);
});
