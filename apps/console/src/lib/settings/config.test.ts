// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest';
import { serverZone } from './config.ts';
import { readSettings } from './settings.ts';

test('a zone that the server refuses is neither kept nor asked of it', () => {
  expect(serverZone('America/Edmonton')).toBe('America/Edmonton');
  const refused = JSON.stringify({ refusedTimezones: ['America/Edmonton', 'Canada/Mountain'] });
  document.head.innerHTML = `<script type="application/json" id="backcounter-config">${refused}</script>`;
  onTestFinished(() => {
    document.head.innerHTML = '';
  });
  expect(['America/Edmonton', 'Canada/Mountain', 'Europe/Berlin'].map(serverZone)).toEqual([
    'UTC',
    'UTC',
    'Europe/Berlin',
  ]);
  expect(readSettings({ timeZone: 'Canada/Mountain' }).timeZone).toBeNull();
});
