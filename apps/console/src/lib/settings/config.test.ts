// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { deviceZone } from './config.ts';
import { readSettings } from './settings.ts';

afterEach(() => {
  vi.restoreAllMocks();
  document.head.innerHTML = '';
});

function refuse(...refusedTimezones: string[]): void {
  document.head.innerHTML = `<script type="application/json" id="backcounter-config">${JSON.stringify({ refusedTimezones })}</script>`;
}

function device(timeZone: string): void {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone };
  });
}

test('a zone that the server refuses is neither kept nor taken from the device', () => {
  device('America/Edmonton');
  expect([deviceZone(), readSettings({ timeZone: 'Canada/Mountain' }).timeZone]).toEqual([
    'America/Edmonton',
    'Canada/Mountain',
  ]);
  refuse('America/Edmonton', 'Canada/Mountain');
  expect([deviceZone(), readSettings({ timeZone: 'Canada/Mountain' }).timeZone]).toEqual(['UTC', null]);
});
