import { expect, test } from 'vitest';
import { changedField, changedValue } from './change-words.ts';

const ID = '01900000-0000-7000-8000-000000000001';
const OTHER = '01900000-0000-7000-8000-000000000002';
const formats = { t: (key: string) => key, locale: 'de-DE' } as never;
const names = { [ID]: { 'en-US': 'Bavaria', 'de-DE': 'Bayern' } };
/** Labels of a record that know nothing about a value. */
const plain = (_field: string, value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const shown = (value: unknown, wordsOf = plain) => changedValue({ field: 'x', names }, value, wordsOf, formats);

test('records are named in the language of the reader, wherever their ids are in a value', () => {
  expect(shown(ID)).toBe('Bayern');
  expect(shown([ID])).toContain('Bayern');
  expect(shown([{ of: ID }], (_field, value) => (value as { of: string }[])[0]?.of ?? '')).toBe('Bayern');
});

test('neither an unknown id, nor a constant, nor JSON is shown, whatever the labels of a record say', () => {
  const other = 'records.history.other-record';
  for (const value of [OTHER, [OTHER], `of ${OTHER}`, { id: OTHER }, { a: [1] }, [1]])
    expect(shown(value)).not.toMatch(/[0-9a-f]{8}-|[{[]|[A-Z]_/);
  expect(shown('ROLLED_BACK')).toBe('coupon.redemption.state.ROLLED_BACK');
  expect(shown(OTHER)).toBe(other);
  expect(shown(`of ${OTHER}`)).toBe(`of ${other}`);
  expect(shown({ a: 1 })).toBe('records.history.other-value');
});

test('many records are counted by the labels of their own kind', () => {
  const many = Array.from({ length: 6 }, () => ID);
  expect(shown(many, (_field, value) => `${(value as unknown[]).length} areas`)).toBe('6 areas');
});

test('a field without a label is not named by its code', () => {
  expect(changedField('events', 'events', formats)).toBe('audit.change.events');
  expect(changedField('someNewField', 'someNewField', formats)).toBe('records.history.other-field');
  expect(changedField('name', 'Name', formats)).toBe('Name');
});

test('a time zone is named by its city', () => {
  for (const field of ['timezone', 'defaultTimezone'])
    expect(changedValue({ field }, 'America/New_York', plain, formats)).toBe('New York');
});
