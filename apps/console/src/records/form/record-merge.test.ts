import { accountRecord } from '@backcounter/domain';
import { describe, expect, it } from 'vitest';
import { createDraftStore } from './draft-store.ts';
import { byFormField, checkFields, firstProblem } from './field-problems.ts';
import { changedFields, type FieldValues, mergeRecords, patchOf, resolveMerge } from './record-merge.ts';

const base: FieldValues = {
  displayName: 'Aiko Tanabe',
  email: 'aiko@example.com',
  phone: null,
  birthDate: '1994-02-17',
  pushConsent: true,
};

describe('the patch', () => {
  it('is empty without changes, even if a field was changed and restored', () => {
    expect(changedFields(base, { ...base })).toEqual([]);
    expect(changedFields(base, { ...base, displayName: ' Aiko Tanabe ', phone: '' })).toEqual([]);
  });

  it('has only the changed fields; clearing means no value', () => {
    expect(patchOf(base, { ...base, email: '  ', phone: ' +81904417203 ' })).toEqual({
      email: null,
      phone: '+81904417203',
    });
  });

  it('omits an unchanged date, whatever the zone [trap 10]', () => {
    expect(patchOf(base, { ...base, pushConsent: false })).toEqual({ pushConsent: false });
  });
});

describe('two people change one record', () => {
  const mine = { ...base, displayName: 'Aiko T.', email: 'new@example.com', pushConsent: false };
  const theirs: FieldValues = { ...base, displayName: 'A. Tanabe', phone: '+81900000000', pushConsent: false };
  const merge = mergeRecords(base, mine, theirs);

  it('asks only where both changed a field differently', () => {
    expect(merge.conflicts).toEqual([
      { field: 'displayName', base: 'Aiko Tanabe', mine: 'Aiko T.', theirs: 'A. Tanabe' },
    ]);
    expect(merge.theirsOnly.map(({ field }) => field)).toEqual(['phone']);
    expect(merge.mineOnly).toEqual(['email']);
  });

  it('saves exactly the choices against the new record and overwrites nothing else', () => {
    expect(patchOf(theirs, resolveMerge(mine, merge, { displayName: 'theirs' }))).toEqual({ email: 'new@example.com' });
    expect(patchOf(theirs, resolveMerge(mine, merge, { displayName: 'mine' }))).toEqual({
      displayName: 'Aiko T.',
      email: 'new@example.com',
    });
  });

  it('treats a hidden field as unchanged', () => {
    const { email: _hidden, ...visible } = theirs;
    expect(mergeRecords(base, mine, visible).mineOnly).toEqual(['email']);
  });
});

describe('problems of fields', () => {
  it('name the rule that the domain states', () => {
    const values = {
      displayName: 'x'.repeat(81),
      email: 'nobody',
      phone: '0044',
      locale: 'english',
      countryCode: null,
    };
    expect(checkFields(accountRecord.rules, values, Object.keys(values))).toEqual({
      displayName: [{ rule: 'too-long', params: { max: 80 } }],
      email: [{ rule: 'email' }],
      phone: [{ rule: 'phone-e164' }],
      locale: [{ rule: 'locale' }],
      countryCode: [{ rule: 'required' }],
    });
  });

  it('pass an emptied optional field', () => {
    expect(checkFields(accountRecord.rules, { displayName: '', email: null }, ['displayName', 'email'])).toEqual({});
  });

  it('move the focus to the first field of the form, not of the answer', () => {
    const problems = byFormField({ 'patch.phone': [{ rule: 'taken' }], 'patch.email': [{ rule: 'taken' }] }, base);
    expect(firstProblem(problems, ['email', 'phone'])).toBe('email');
    expect(firstProblem({ id: [{ rule: 'invalid' }] }, ['email', 'phone'])).toBeNull();
  });
});

describe('drafts', () => {
  const memory = () => {
    const entries = new Map<string, string>();
    return {
      get length() {
        return entries.size;
      },
      clear: () => entries.clear(),
      key: () => null,
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
      removeItem: (key: string) => void entries.delete(key),
    };
  };
  const draft = { version: 3, base: { email: 'a@b.c' }, values: { email: 'd@e.f' } };

  it('are restored for the same person and record only', () => {
    const storage = memory();
    createDraftStore(
      () => storage,
      () => 1000,
    ).write('me', 'account:1', draft);
    const store = createDraftStore(
      () => storage,
      () => 2000,
    );
    expect(store.read('me', 'account:1')).toEqual({ ...draft, savedAt: 1000 });
    expect(store.read('you', 'account:1')).toBeNull();
    expect(store.read('me', 'account:2')).toBeNull();
    store.remove('me', 'account:1');
    expect(store.read('me', 'account:1')).toBeNull();
  });

  it('are dropped when old or damaged', () => {
    const storage = memory();
    createDraftStore(
      () => storage,
      () => 0,
    ).write('me', 'account:1', draft);
    expect(
      createDraftStore(
        () => storage,
        () => 8 * 86_400_000,
      ).read('me', 'account:1'),
    ).toBeNull();
    storage.setItem('backcounter.draft:me:account:2', '{"version":"x"}');
    expect(createDraftStore(() => storage).read('me', 'account:2')).toBeNull();
  });

  it('are lost without further effects where storage is full or forbidden', () => {
    const broken = createDraftStore(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(broken.read('me', 'account:1')).toBeNull();
    expect(() => broken.write('me', 'account:1', draft)).not.toThrow();
  });
});
