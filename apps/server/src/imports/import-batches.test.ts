import { IMPORT_LIMITS } from '@backcounter/domain';
import { describe, expect, it, vi } from 'vitest';
import { ImportBatches } from './import-batches.ts';
import type { ImportDefinition, ImportSettings } from './import-definition.ts';
import { TableError } from './table-error.ts';
import type { TableRow } from './table-row.ts';
import { CountryNames } from './values/countries.ts';

const definition: ImportDefinition = {
  entity: 'AREAS',
  permission: 'area.edit',
  fields: [{ key: 'code', kind: 'TEXT', example: '', names: [] }],
  matches: [['code']],
  unique: ['code'],
  canCreate: true,
  batchRows: 2,
  write: async () => [],
};
const settings: ImportSettings = {
  mapping: ['code'],
  matchBy: ['code'],
  emptyCells: 'LEAVE',
  existingRows: 'UPDATE',
  missingRows: 'CREATE',
};

/** A file with a heading and some rows, which then ends or fails. */
function fileOf(rows: number, breaks: Error | null = null) {
  const read = vi.fn();
  async function* source(): AsyncGenerator<TableRow> {
    yield { number: 1, cells: ['code'] };
    for (let number = 2; number <= rows + 1; number += 1) {
      read(number);
      yield { number, cells: [`code-${number}`] };
    }
    if (breaks !== null) throw breaks;
  }
  return { read, batches: new ImportBatches(source(), definition, settings, new CountryNames([])) };
}

const numbersOf = (batch: Awaited<ReturnType<ImportBatches['after']>>) => batch?.rows.map(({ number }) => number);

describe('batches of a file', () => {
  it('are read one ahead and no further', async () => {
    const { batches, read } = fileOf(10);
    expect(numbersOf(await batches.after(0))).toEqual([2, 3]);
    await vi.waitFor(() => expect(read).toHaveBeenLastCalledWith(5));
    await new Promise((resolve) => setImmediate(resolve));
    expect(read).toHaveBeenLastCalledWith(5);
  });

  it('are returned again until a later one is requested', async () => {
    const { batches } = fileOf(5);
    const first = await batches.after(0);
    expect(await batches.after(0)).toBe(first);
    expect(numbersOf(await batches.after(3))).toEqual([4, 5]);
    expect(numbersOf(await batches.after(3))).toEqual([4, 5]);
    expect(numbersOf(await batches.after(5))).toEqual([6]);
    expect(await batches.after(6)).toBeNull();
  });

  it('end at the maximum number of rows, including empty ones', async () => {
    async function* endless(): AsyncGenerator<TableRow> {
      yield { number: 1, cells: ['code'] };
      for (let number = 2; ; number += 1) yield { number, cells: [] };
    }
    const batches = new ImportBatches(endless(), definition, settings, new CountryNames([]));
    const batch = await batches.after(0);
    expect(batch).toMatchObject({ rows: [], broken: { rule: 'too-many-rows', row: IMPORT_LIMITS.rowsMax + 2 } });
  });

  it('continue after a given row, as after a restart', async () => {
    expect(numbersOf(await fileOf(6).batches.after(4))).toEqual([5, 6]);
  });

  it('fail when requested, not while the previous one is written', async () => {
    const { batches } = fileOf(2, new Error('the store is away'));
    expect(numbersOf(await batches.after(0))).toEqual([2, 3]);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(batches.after(3)).rejects.toThrow('the store is away');
  });

  it('end with the rows before an error in the file and report it', async () => {
    const { batches } = fileOf(3, new TableError('csv-quotes', 5));
    await batches.after(0);
    expect(await batches.after(3)).toMatchObject({ lastRow: 4, broken: { rule: 'csv-quotes', row: 5 } });
    expect(await batches.after(4)).toBeNull();
  });
});
