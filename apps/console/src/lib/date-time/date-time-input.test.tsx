// @vitest-environment happy-dom
import { createI18n } from '@backcounter/i18n';
import { I18nProvider } from '@backcounter/i18n/react';
import { UiProvider } from '@backcounter/ui';
import { configure, screen, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { enUs } from '../../messages/en-us.ts';
import { DateTimeInput, type DateTimeInputProps } from './date-time-input.tsx';

configure({ asyncUtilTimeout: 20_000 });
afterEach(() => vi.restoreAllMocks());

const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

type Props = Pick<DateTimeInputProps, 'kind'> & Partial<DateTimeInputProps>;

function Page({ onChange, onSend, ...props }: Props & { readonly onSend: (value: string) => void }) {
  const [value, setValue] = useState(props.value ?? '');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSend(value);
      }}
    >
      <DateTimeInput
        label="When"
        {...props}
        value={value}
        onChange={(next) => {
          onChange?.(next);
          setValue(next);
        }}
      />
      <button type="submit">Save</button>
    </form>
  );
}

/** A form with one field; `said` has its values, `sent` those that were submitted. */
async function show(props: Props, formats: { readonly region?: string; readonly clock?: 'h12' } = {}) {
  // Without a layout, a popover takes its button for scrolled away.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 20));
  const [said, sent]: [string[], string[]] = [[], []];
  const i18n = createI18n({ defaults: enUs, storage, browserLanguages: ['en-US'] });
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  root.render(
    <I18nProvider i18n={i18n} timeZone="Europe/Berlin" formats={formats}>
      <UiProvider nonce="">
        <Page {...props} onChange={(value) => said.push(value)} onSend={(value) => sent.push(value)} />
      </UiProvider>
    </I18nProvider>,
  );
  const input = await screen.findByLabelText<HTMLInputElement>('When');
  return { user: userEvent.setup(), input, said, sent };
}

/** The default of 1 s is too short on a busy machine. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const isFocused = (name: RegExp) =>
  until(() => expect(document.activeElement?.getAttribute('aria-label') ?? '').toMatch(name));

describe('typing', () => {
  test('takes ISO and the reader’s format, and shows the latter once the field is left', async () => {
    const { user, input, said } = await show({ kind: 'date' });
    await user.type(input, '2026-11-27');
    expect([input.value, said.at(-1)]).toEqual(['2026-11-27', '2026-11-27']);
    await user.tab();
    expect(input.value).toBe('11/27/2026');
    await user.clear(input);
    expect(said.at(-1)).toBe('');
    await user.type(input, '1/2/26');
    await user.tab();
    expect([input.value, said.at(-1)]).toEqual(['01/02/2026', '2026-01-02']);
  });

  test('shows times by the clock that the reader chose', async () => {
    const { user, input, said } = await show({ kind: 'time' }, { clock: 'h12' });
    await user.type(input, '18:30');
    await user.tab();
    expect([input.value.replace('\u202f', ' '), said]).toEqual(['6:30 PM', ['18:30']]);
  });

  test('keeps a text that can’t be read, names the format, and does not submit it', async () => {
    const { user, input, said, sent } = await show({ kind: 'date-time', value: '2026-11-27T18:30' }, { region: 'GB' });
    expect(input.value).toBe('27/11/2026 18:30');
    await user.clear(input);
    await user.type(input, '27/13/2026 18:30');
    const example = `Enter a date and time such as 31/12/${new Date().getFullYear()} 18:30`;
    expect(screen.queryByText(example)).toBeNull();
    await user.click(await button('Save'));
    await screen.findByText(example);
    expect([input.value, said, sent]).toEqual(['27/13/2026 18:30', [''], []]);
    await user.type(input, '{Enter}');
    expect(sent).toEqual([]);
    await user.clear(input);
    await user.type(input, '27/12/2026 8:30{Enter}');
    expect(sent).toEqual(['2026-12-27T08:30']);
  });

  test('refuses a day out of range with its reason', async () => {
    const { user, input, sent } = await show({ kind: 'date', min: '2026-11-10', max: '2026-11-20' });
    await user.type(input, '2026-11-09');
    await user.click(await button('Save'));
    await screen.findByText('11/10/2026 or later');
    await user.clear(input);
    await user.type(input, '2026-11-21{Enter}');
    await screen.findByText('11/20/2026 or earlier');
    expect(sent).toEqual([]);
  });
});

describe('picking', () => {
  test('a day by the keys of a calendar, which closes', async () => {
    const { user, said } = await show({ kind: 'date', value: '2026-11-27' });
    await user.click(await button('Show calendar'));
    await isFocused(/November 27, 2026/);
    await user.keyboard('{ArrowRight}{ArrowDown}{PageDown}');
    await isFocused(/January 5, 2027/);
    await screen.findByText('January 2027');
    await user.keyboard('{Enter}');
    expect(said).toEqual(['2027-01-05']);
    await until(() => expect(screen.queryByRole('grid')).toBeNull());
  });

  test('no day out of range, which says why', async () => {
    const { user, said } = await show({ kind: 'date', value: '2026-11-27', max: '2026-11-27' });
    await user.click(await button('Show calendar'));
    await isFocused(/November 27/);
    await user.keyboard('{ArrowRight}{Enter}');
    await screen.findByText('11/27/2026 or earlier');
    expect(said).toEqual([]);
  });

  test('a day, then a time', async () => {
    const { user, said } = await show({ kind: 'date-time', value: '2026-11-27T18:30' });
    await user.click(await button('Show calendar'));
    await user.click(await button('Monday, November 30, 2026'));
    const times = within(await screen.findByRole('listbox', { name: 'Times' }));
    expect((await times.findByRole('option', { selected: true })).textContent).toBe('18:30');
    await user.click(await times.findByRole('option', { name: '07:00' }));
    expect(said).toEqual(['2026-11-30T18:30', '2026-11-30T07:00']);
    await until(() => expect(screen.queryByRole('listbox')).toBeNull());
  });

  test('the first accepted time of a day where the usual one is too early', async () => {
    // An empty field opens at the month of today.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T12:00:00') });
    onTestFinished(() => void vi.useRealTimers());
    const { user, said } = await show({ kind: 'date-time', min: '2026-11-27T20:10' });
    await user.click(await button('Show calendar'));
    await user.click(await button('Friday, November 27, 2026'));
    expect(said).toEqual(['2026-11-27T20:30']);
    const late = await screen.findByRole('option', { name: '20:00' });
    await user.click(late);
    expect([said.length, late.getAttribute('aria-disabled')]).toEqual([1, 'true']);
  });

  test('ends with Escape, without a change and without closing what is around', async () => {
    const { user, said } = await show({ kind: 'date', value: '2026-11-27' });
    const around = vi.fn();
    document.addEventListener('keydown', around);
    onTestFinished(() => document.removeEventListener('keydown', around));
    await user.click(await button('Show calendar'));
    await isFocused(/November 27/);
    await user.keyboard('{Escape}');
    await until(() => expect(screen.queryByRole('grid')).toBeNull());
    expect([said, around.mock.calls]).toEqual([[], []]);
  });
});
