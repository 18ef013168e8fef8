import { describe, expect, test, vi } from 'vitest';
import { panelLocale } from './panel-locale.ts';
import { openPreview } from './preview.ts';
import { handle, install, OPTIONS, onFakePages, page, turn, UNREAD, undrawable } from './testing/fake-install.ts';
import { json } from './testing/fake-page.ts';
import { textsOf } from './texts.ts';

/** Every log line, and how to turn it off. */
onFakePages();

describe('suppressLogs silences', () => {
  const lines: readonly (readonly [string, string, (loud: { suppressLogs: boolean }) => unknown])[] = [
    ['a popup that is shown', 'info changelog-plugin: Successfully rendered', (loud) => install(loud).ready],
    [
      'a popup with nothing to show',
      'info changelog-plugin: Nothing to render',
      (loud) => {
        page.answers[UNREAD] = json([]);
        return install(loud).ready;
      },
    ],
    [
      'releases that can’t be had',
      'error changelog-plugin: Changelog initialization error: the provider answered 500',
      (loud) => {
        page.answers[UNREAD] = json({}, 500);
        return install(loud).ready.catch(() => 'rejected');
      },
    ],
    [
      'a popup that can’t be drawn',
      'error changelog-plugin: Error in rendering inside the app context: no panel',
      (loud) => install(loud, undrawable).ready,
    ],
    [
      'a theme that can’t be had',
      'info changelog-plugin: No theme: the provider answered 404',
      (loud) => {
        page.answers['GET /.well-known/theme'] = json({}, 404);
        return install(loud).ready;
      },
    ],
    [
      'a visit that does not arrive',
      'info changelog-plugin: Visit not posted: the provider answered 503',
      async (loud) => {
        page.answers['POST /releases/visit'] = json({}, 503);
        await install({ ...loud, person: 'anna' }).ready;
        page.model?.onRead();
        await turn();
      },
    ],
    [
      'a memory that is refused',
      'info changelog-plugin: Not remembered as dismissed: refused',
      async (loud) => {
        vi.stubGlobal('localStorage', {
          getItem: () => {
            throw new Error('refused');
          },
          setItem: () => {
            throw new Error('refused');
          },
        });
        await install({ ...loud, person: 'anna' }).ready;
        page.model?.onDismiss();
      },
    ],
    [
      'a translation that fails',
      'info changelog-plugin: No translation of releaseNotes.bug: no such key',
      (loud) =>
        textsOf({
          ...OPTIONS,
          ...loud,
          translate: () => {
            throw new Error('no such key');
          },
        })('releaseNotes.bug'),
    ],
    [
      'a language that is none',
      'info changelog-plugin: Not a language: Incorrect locale information provided',
      (loud) => panelLocale({ ...OPTIONS, ...loud, locale: 'not a tag' }),
    ],
    [
      'a preview without its theme',
      'info changelog-plugin: No theme: the provider answered 404',
      async (loud) => {
        page.answers['GET /.well-known/theme'] = json({}, 404);
        (await openPreview(page.loadPanel, [], { ...OPTIONS, ...loud })).remove();
      },
    ],
  ];

  test.each(lines)('%s [spec 8.31, 8.32]', async (_what, line, run) => {
    await run({ suppressLogs: false });
    expect(page.lines).toContain(line);
    handle?.remove();
    page.storage.clear();
    page.lines.length = 0;
    await run({ suppressLogs: true });
    expect(page.lines).toEqual([]);
  });
});
