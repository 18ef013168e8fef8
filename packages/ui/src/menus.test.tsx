// @vitest-environment happy-dom
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';

const isShown = (text: string) => () => document.body.textContent?.includes(text);

type Ui = typeof import('./index.ts');

function Example({ ui: { Menu, Popover, UiProvider } }: { readonly ui: Ui }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <UiProvider nonce="">
      <Menu>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Copy link</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Popover opened={isOpen} onChange={setOpen}>
        <Popover.Target>
          <div>
            <span>Columns</span>
            <button type="button" onClick={() => setOpen(!isOpen)}>
              Choose
            </button>
          </div>
        </Popover.Target>
        <Popover.Dropdown>All columns</Popover.Dropdown>
      </Popover>
    </UiProvider>
  );
}

/** Draws a menu and a controlled popover, whose library is not loaded yet. */
async function draw() {
  vi.resetModules();
  const ui = await import('./index.ts');
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  root.render(<Example ui={ui} />);
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name) as HTMLButtonElement;
  await expect.poll(() => button('More')).toBeTruthy();
  return { button, loadMenus: ui.loadMenus };
}

test('a menu and a popover are never taller than their room', async () => {
  const { button, loadMenus } = await draw();
  await loadMenus();
  for (const [name, text] of [
    ['More', 'Copy link'],
    ['Choose', 'All columns'],
  ] as const) {
    button(name).click();
    await expect.poll(isShown(text)).toBe(true);
    const dropdown = [...document.querySelectorAll<HTMLElement>('[class*="-dropdown"]')].find(({ textContent }) =>
      textContent?.includes(text),
    );
    await expect.poll(() => dropdown?.style.maxHeight).toMatch(/^\d+px$/);
  }
});

test('a menu that is pressed before its library is loaded opens with it', async () => {
  const { button } = await draw();
  const early = button('More');
  expect(early.getAttribute('aria-haspopup')).toBe('menu');
  expect(isShown('Copy link')()).toBe(false);
  early.click();
  await expect.poll(isShown('Copy link')).toBe(true);
  expect(button('More').getAttribute('aria-expanded')).toBe('true');
});

test('a press that the arriving library interrupts still opens the menu', async () => {
  const { button, loadMenus } = await draw();
  button('More').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
  await loadMenus();
  await expect.poll(isShown('Copy link')).toBe(true);
  button('More').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  document
    .querySelector('[role="menu"]')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await expect.poll(() => document.activeElement?.textContent).toBe('More');
});

test('a controlled popover that is opened before its library is loaded opens with it', async () => {
  const { button } = await draw();
  button('Choose').click();
  await expect.poll(isShown('All columns')).toBe(true);
});

test.each(['More', 'Choose'])('the button %s keeps the focus when the library arrives', async (name) => {
  const { button, loadMenus } = await draw();
  const early = button(name);
  early.focus();
  await loadMenus();
  await expect.poll(() => button(name) !== early && document.activeElement === button(name)).toBe(true);
});
