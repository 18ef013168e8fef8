import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldMap, formValues } from './field-map.ts';
import { byFormField, checkFields } from './field-problems.ts';
import { type FieldValues, mergeRecords, resolveMerge } from './record-merge.ts';

const record = { code: 'news', nameI18n: { 'en-US': 'News', 'de-DE': 'Neues' }, position: 3, archivedAt: null };
const fields = { code: null, nameI18n: null, position: null };
const base: FieldValues = formValues(record, fields);

describe('a text by language in a form', () => {
  it('is one field for each language, and is sent as one map', () => {
    expect(base).toEqual({ code: 'news', 'nameI18n.en-US': 'News', 'nameI18n.de-DE': 'Neues', position: 3 });
    expect(fieldMap(base, ['nameI18n.de-DE', 'position'])).toEqual({ nameI18n: record.nameI18n, position: 3 });
  });

  it('omits a language that was cleared, and is an empty map when none is left', () => {
    expect(fieldMap({ ...base, 'nameI18n.de-DE': ' ' }, ['nameI18n.de-DE'])).toEqual({ nameI18n: { 'en-US': 'News' } });
    expect(fieldMap({ 'nameI18n.en-US': null }, ['nameI18n.en-US'])).toEqual({ nameI18n: {} });
  });

  it('shows a problem at its input, whether the form or the server finds it', () => {
    const rules = { nameI18n: z.object({ 'en-US': z.string().max(5), 'de-DE': z.string().max(5).optional() }) };
    expect(checkFields(rules, { 'nameI18n.en-US': null }, ['nameI18n.en-US'])).toEqual({
      'nameI18n.en-US': [{ rule: 'required' }],
    });
    expect(checkFields(rules, { ...base, 'nameI18n.de-DE': 'Nachrichten' }, ['nameI18n.de-DE'])).toEqual({
      'nameI18n.de-DE': [{ rule: 'too-long', params: { max: 5 } }],
    });
    const taken = [{ rule: 'taken' }];
    expect(byFormField({ 'input.nameI18n.de-DE': taken, 'input.code': taken }, base)).toEqual({
      'nameI18n.de-DE': taken,
      code: taken,
    });
  });

  it('shows the bound of a number as a number', () => {
    const rules = { position: z.int().min(1).max(9) };
    expect(checkFields(rules, { position: 12 }, ['position'])).toEqual({
      position: [{ rule: 'too-large', params: { max: 9 } }],
    });
    expect(checkFields(rules, { position: 'a dozen' }, ['position'])).toEqual({ position: [{ rule: 'invalid' }] });
    expect(checkFields(rules, { position: null }, ['position'])).toEqual({ position: [{ rule: 'required' }] });
  });

  it('keeps a language that a colleague added in between', () => {
    const mine = { ...base, 'nameI18n.de-DE': 'Nachrichten' };
    const theirs = { ...base, 'nameI18n.ar-EG': 'أخبار' };
    const merge = mergeRecords(base, mine, theirs);
    expect(merge.conflicts).toEqual([]);
    expect(fieldMap(resolveMerge(mine, merge, {}), ['nameI18n.de-DE'])).toEqual({
      nameI18n: { 'en-US': 'News', 'de-DE': 'Nachrichten', 'ar-EG': 'أخبار' },
    });
  });
});
