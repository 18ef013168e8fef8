// @vitest-environment happy-dom
import { createI18n } from '@backcounter/i18n';
import { I18nProvider } from '@backcounter/i18n/react';
import { MantineProvider } from '@mantine/core';
import { screen, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { enUs } from '../../messages/en-us.ts';
import { Select } from './select.tsx';
import type { SelectOption } from './select-options.ts';

beforeEach(() => {
  // Without layout, the list takes its button for scrolled away.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 20));
});
afterEach(() => vi.restoreAllMocks());

const FEW = ['None', 'Daily', 'Weekly', 'Wednesday'].map((label) => ({ value: label.toLowerCase(), label }));
const MANY = [
  'Austria',
  'Brazil',
  'Canada',
  'Denmark',
  'Estonia',
  'France',
  'Germany',
  'Hungary',
  'Åland',
  'São Tomé',
].map(
  (label, index): SelectOption<string> => ({ value: label, label, note: `${index}`, group: index < 5 ? 'A–E' : 'F–Z' }),
);

interface PageProps {
  readonly options: readonly SelectOption<string>[];
  readonly first: string | null;
  readonly onChange: (value: string) => void;
}

function Page({ options, first, onChange }: PageProps) {
  const [value, setValue] = useState(first);
  return (
    <Select
      label="Place"
      placeholder="Choose"
      error="Wrong"
      description="Where it is"
      required
      options={options}
      value={value}
      onChange={(next) => {
        onChange(next);
        setValue(next);
      }}
    />
  );
}

/** A select with a value, as a person sees it. */
async function show(options: readonly SelectOption<string>[], first: string | null = null) {
  const changes: string[] = [];
  const i18n = createI18n({
    defaults: enUs,
    storage: { getItem: () => null, setItem: () => undefined },
    browserLanguages: [],
  });
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  root.render(
    <MantineProvider>
      <I18nProvider i18n={i18n}>
        <Page options={options} first={first} onChange={(value) => changes.push(value)} />
      </I18nProvider>
    </MantineProvider>,
  );
  const button = await screen.findByRole('combobox', { name: 'Place' });
  const user = userEvent.setup();
  const isOpen = () => button.getAttribute('aria-expanded') === 'true';
  const names = () => screen.queryAllByRole('option').map((option) => option.querySelector('bdi')?.textContent);
  /** The option that Enter would choose. */
  const active = () => {
    const owner = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(owner)?.querySelector('bdi')?.textContent;
  };
  return { user, button, changes, isOpen, names, active };
}

describe('a select', () => {
  test('has a name, a description, a problem and its choice', async () => {
    const { button } = await show(FEW, 'weekly');
    expect(button.textContent).toBe('Weekly');
    expect(button.getAttribute('aria-required')).toBe('true');
    expect(button.getAttribute('aria-invalid')).toBe('true');
    const described = (button.getAttribute('aria-describedby') ?? '').split(/\s+/);
    expect(described.map((id) => document.getElementById(id)?.textContent).sort()).toEqual(['Where it is', 'Wrong']);
  });

  test.each(['{Enter}', ' ', '{ArrowDown}', '{ArrowUp}'])('opens with "%s" at its choice', async (key) => {
    const { user, isOpen, active, names } = await show(FEW, 'weekly');
    await user.tab();
    await user.keyboard(key);
    expect(isOpen()).toBe(true);
    expect(names()).toEqual(['None', 'Daily', 'Weekly', 'Wednesday']);
    expect(active()).toBe('Weekly');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Weekly');
  });

  test('is changed by arrows, Home, End and Enter, and keeps the focus', async () => {
    const { user, button, changes, isOpen, active } = await show(FEW, 'none');
    await user.tab();
    await user.keyboard('{Enter}{End}');
    expect(active()).toBe('Wednesday');
    await user.keyboard('{ArrowDown}');
    expect(active()).toBe('None');
    await user.keyboard('{ArrowUp}{Home}{ArrowDown}{Enter}');
    expect([changes, isOpen(), button.textContent]).toEqual([['daily'], false, 'Daily']);
    expect(document.activeElement).toBe(button);
  });

  test('jumps to what is typed, and a repeated letter walks on', async () => {
    const { user, active, changes } = await show(FEW);
    await user.tab();
    await user.keyboard('wed');
    expect(active()).toBe('Wednesday');
    await user.keyboard('{Escape}{Enter}{Home}');
    await new Promise((done) => setTimeout(done, 900));
    await user.keyboard('w');
    expect(active()).toBe('Weekly');
    await user.keyboard('w');
    expect(active()).toBe('Wednesday');
    expect(changes).toEqual([]);
  });

  test('closes with Escape, which nothing below gets', async () => {
    const { user, button, isOpen, changes } = await show(MANY, 'Canada');
    const below = vi.fn();
    document.body.addEventListener('keydown', (event) => event.key === 'Escape' && below(event.defaultPrevented));
    await user.tab();
    await user.keyboard('{Enter}');
    expect(document.activeElement?.getAttribute('data-mantine-stop-propagation')).toBe('true');
    await user.keyboard('{Escape}');
    expect([isOpen(), document.activeElement, changes]).toEqual([false, button, []]);
    expect(below.mock.calls.flat()).not.toContain(false);
  });

  test('closes when the focus moves on', async () => {
    const { user, isOpen } = await show(MANY);
    const next = document.createElement('button');
    document.body.append(next);
    onTestFinished(() => next.remove());
    await user.tab();
    await user.keyboard('{Enter}');
    await user.tab();
    expect(isOpen()).toBe(false);
    await user.click(screen.getByRole('combobox'));
    await user.click(document.body);
    expect(isOpen()).toBe(false);
  });

  test('has a search when it is long, which ignores marks and case', async () => {
    const { user, button, names, changes, active } = await show(MANY);
    await user.click(button);
    const search = screen.getByRole('searchbox', { name: 'Search' });
    expect(document.activeElement).toBe(search);
    await user.keyboard('ALAND');
    expect(names()).toEqual(['Åland']);
    await user.clear(search);
    await user.keyboard('tome sao');
    expect([names(), active()]).toEqual([['São Tomé'], 'São Tomé']);
    await user.keyboard('x');
    expect(screen.getByRole('status').textContent).toBe('Nothing matches');
    await user.keyboard('{Enter}{Backspace}{Enter}');
    expect([changes, document.activeElement]).toEqual([['São Tomé'], button]);
  });

  test('begins the search with the letter that opens it', async () => {
    const { user, names } = await show(MANY);
    await user.tab();
    await user.keyboard('g');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('g');
    expect(names()).toEqual(['Germany', 'Hungary']);
  });

  test('shows counts and groups', async () => {
    const { user, button } = await show(MANY);
    await user.click(button);
    expect(screen.getByRole('option', { name: /Brazil/ }).textContent).toBe('Brazil1');
    const group = screen.getByRole('group', { name: 'F–Z' });
    expect(within(group).getAllByRole('option')).toHaveLength(5);
  });
});
