import { MACHINE_SCOPES, POLICY, ROLES } from '@backcounter/domain';
import { describe, expect, it } from 'vitest';
import { fileApp } from '../testing/file-app.ts';
import { OPERATIONS } from '../testing/root-operations.ts';
import { insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { createSchema } from './index.ts';

const TOKENS = [...ROLES.map((role) => role.toLowerCase()), 'nobody', 'machine', null] as const;

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 3);

describe('roles', () => {
  it('cover every root field [rights 2] [security 5]', () => {
    const schema = createSchema();
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    );
    expect(Object.keys(OPERATIONS).sort()).toEqual(fields.sort());
    expect(Object.keys(POLICY).length).toBeGreaterThan(0);
  });

  it('may do exactly this [spec 1.1, 1.2] [rights 2] [jobs 1] [reference 1]', async () => {
    const matrix: Record<string, Record<string, string>> = {};
    for (const [field, query] of Object.entries(OPERATIONS)) {
      const row: Record<string, string> = {};
      for (const token of TOKENS) {
        const answer = await test.send(query, {}, { token });
        const code = answer.body.errors?.[0].extensions.code ?? 'done';
        // A conflict passed the permission check and was refused by the record.
        row[token ?? 'no token'] = `${answer.status} ${code === 'record.conflict' ? 'done' : code}`;
      }
      matrix[field] = row;
    }
    expect(matrix).toMatchSnapshot();
    // Longer: every operation, in each role.
  }, 180_000);

  it('machine clients can use no root field of staff, and each scope opens only its own [machines 1]', async () => {
    const opened: Record<string, string[]> = {};
    for (const scope of MACHINE_SCOPES) {
      opened[scope] = [];
      for (const [field, query] of Object.entries(OPERATIONS)) {
        const { body } = await test.send(query, {}, { token: `machine~${scope}` });
        if (body.errors?.[0].extensions.code !== 'access.denied') opened[scope].push(field);
      }
    }
    expect(opened).toMatchSnapshot();
    // Longer: every operation, in each role.
  }, 180_000);

  it('get the missing permission in the error, and the refusal is audited', async () => {
    const answer = await test.send(OPERATIONS['closeAccount'] ?? '', {}, { token: 'marketing' });
    expect(answer.body.errors[0].extensions).toEqual({
      code: 'access.denied',
      details: { permission: 'account.change-state' },
    });
    const { rows } = await test.database.pool.query(
      `select actor_sub, outcome from staff_audit_event where action = 'account.change-state' and actor_sub = 'staff-marketing' and outcome = 'DENIED'`,
    );
    expect(rows.length).toBeGreaterThan(0);
  });
});
