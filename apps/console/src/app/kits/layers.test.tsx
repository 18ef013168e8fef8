// @vitest-environment happy-dom
import { loadMenus, Menu } from '@backcounter/ui';
import { userEvent } from '@testing-library/user-event';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Dialog } from '../../lib/page/dialog.tsx';
import { watchLayers } from '../../lib/page/layer-focus.ts';
import type { ConsoleConfig } from '../../lib/settings/config.ts';
import { RecordDialog } from '../../records/record-dialog.tsx';
import { RecordDrawer } from '../../records/record-drawer.tsx';
import { Providers } from '../providers.tsx';
import { cleanUp, until } from '../testing/console.ts';
import { screen, spyOnLayout } from '../testing/show-as.ts';

cleanUp();
watchLayers(window);

const LATE_MS = 10;
const config = { publicUrl: 'https://console.test', issuer: 'https://id.test', clientId: 'backcounter' };

async function show(page: ReactNode) {
  await loadMenus();
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  root.render(
    <Providers config={config as ConsoleConfig} nonce="">
      {page}
    </Providers>,
  );
  await until(() => expect(place.childElementCount).toBeGreaterThan(0));
  return userEvent.setup();
}

const button = (name: string) => screen.findByRole('button', { name });
const focused = () => document.activeElement?.textContent;
const isFocused = (text: string) => until(() => expect(focused()).toBe(text));
/** All that was to happen late has happened. */
const later = () => new Promise((resolve) => setTimeout(resolve, 60));

beforeEach(() => {
  spyOnLayout();
  // Without animations, as for people who turned them off: a menu's entries leave at once.
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('reduce'),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
});

function MenuAndSheet({ Sheet }: { readonly Sheet: (props: { onClose: () => void }) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Menu>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen(true)}>Shortcuts</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{isOpen ? <Sheet onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}

function Sheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Shortcuts" onClose={onClose}>
      <button type="button">First</button>
    </Dialog>
  );
}

test.each(['before', 'after'])(
  'a dialog from a menu that loads %s the menu has returned the focus returns it to the button [ux 18]',
  async (when) => {
    const loaded = Promise.withResolvers<{ default: typeof Sheet }>();
    const user = await show(<MenuAndSheet Sheet={lazy(() => loaded.promise)} />);
    const { setTimeout: real } = window;
    await user.click(await button('More'));
    const item = await screen.findByRole('menuitem', { name: 'Shortcuts' });
    await until(() => expect(document.activeElement?.closest('[role="menu"]')).toBeTruthy());
    if (when === 'before')
      vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, wait?: number) =>
        wait === LATE_MS ? 0 : real(run, wait)) as typeof setTimeout);
    await user.click(item);
    await until(() => expect(screen.queryByRole('menuitem')).toBeNull());
    if (when === 'after') await isFocused('More');
    else expect(document.activeElement).toBe(document.body);
    loaded.resolve({ default: Sheet });
    await screen.findByRole('dialog');
    await until(() => expect(document.activeElement?.closest('[role="dialog"]')).toBeTruthy());
    await user.keyboard('{Escape}');
    await isFocused('More');
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

function Steps() {
  const [step, setStep] = useState(0);
  const close = () => setStep(0);
  return (
    <>
      <button type="button" onClick={() => setStep(1)}>
        Start
      </button>
      {step === 1 ? (
        <RecordDialog key="question" title="Sure?" onClose={close}>
          <button type="button" data-autofocus onClick={() => setStep(2)}>
            Make
          </button>
        </RecordDialog>
      ) : null}
      {step === 2 ? (
        <RecordDialog key="outcome" title="Made" onClose={close}>
          <button type="button" data-autofocus onClick={() => setStep(3)}>
            Saved
          </button>
        </RecordDialog>
      ) : null}
      {step === 3 ? <p>Left without saving</p> : null}
    </>
  );
}

test('a dialog that replaces another one returns the focus to the opener of the first', async () => {
  const user = await show(<Steps />);
  await user.click(await button('Start'));
  await isFocused('Make');
  await user.click(await button('Make'));
  await isFocused('Saved');
  await user.keyboard('{Escape}');
  await isFocused('Start');
});

test('the second click of a double click hits nothing that has appeared there since, and keeps the focus', async () => {
  const user = await show(<Steps />);
  await user.click(await button('Start'));
  await user.click(await button('Make'));
  await isFocused('Saved');
  const saved = await button('Saved');
  const second = { bubbles: true, cancelable: true, detail: 2 };
  for (const target of [screen.getByText('Made'), saved]) {
    const press = new MouseEvent('mousedown', second);
    target.dispatchEvent(press);
    // The browser then focuses nothing else.
    expect(press.defaultPrevented).toBe(true);
    target.dispatchEvent(new MouseEvent('mouseup', second));
    target.dispatchEvent(new MouseEvent('click', second));
  }
  await later();
  expect(focused()).toBe('Saved');
  expect(screen.queryByText('Left without saving')).toBeNull();
  await user.dblClick(saved);
  await screen.findByText('Left without saving');
});

function DrawerAndDialog() {
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [count, setCount] = useState(0);
  return (
    <>
      <button type="button">Behind</button>
      <RecordDrawer title={`Record ${count}`} onClose={() => undefined}>
        <button type="button" onClick={() => setAsked(true)}>
          Ask
        </button>
      </RecordDrawer>
      {isAsked ? (
        <RecordDialog title="Question" onClose={() => setAsked(false)}>
          <button
            type="button"
            data-autofocus
            disabled={isBusy}
            onClick={(event) => {
              setBusy(true);
              event.currentTarget.blur();
              setTimeout(() => setCount(1), LATE_MS);
            }}
          >
            Send
          </button>
        </RecordDialog>
      ) : null}
    </>
  );
}

test('a drawer that changes below a dialog does not take the focus that the dialog has lost', async () => {
  const user = await show(<DrawerAndDialog />);
  await user.click(await button('Ask'));
  await isFocused('Send');
  await user.click(await button('Send'));
  await screen.findByText('Record 1');
  expect(document.activeElement).toBe(document.body);
});

test('an element that focuses itself late behind a dialog loses the focus to the dialog again', async () => {
  const user = await show(<DrawerAndDialog />);
  const ask = await button('Ask');
  await user.click(ask);
  await isFocused('Send');
  for (const late of [ask, await screen.findByText('Behind'), ask.closest<HTMLElement>('[role="dialog"]')]) {
    late?.focus();
    expect(focused()).toBe('Send');
  }
});

function Replaced() {
  const [isOpen, setOpen] = useState(false);
  const [version, setVersion] = useState(0);
  return (
    <>
      <button key={version} id="opener" type="button" onClick={() => setOpen(true)}>
        Open {version}
      </button>
      {isOpen ? (
        <RecordDialog title="Question" onClose={() => setOpen(false)}>
          <button type="button" data-autofocus onClick={() => setVersion(1)}>
            Refresh
          </button>
        </RecordDialog>
      ) : null}
    </>
  );
}

test('an opener that was drawn again by then gets the focus', async () => {
  const user = await show(<Replaced />);
  await user.click(await button('Open 0'));
  await isFocused('Refresh');
  await user.click(await button('Refresh'));
  await user.keyboard('{Escape}');
  await isFocused('Open 1');
});
