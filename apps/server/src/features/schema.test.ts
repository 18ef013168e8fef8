import { readFile } from 'node:fs/promises';
import { MACHINE_SCOPES, POLICY } from '@backcounter/domain';
import { describe, expect, it } from 'vitest';
import { permissionOf, scopeOf } from '../graphql/authorise.ts';
import { createSchema } from './index.ts';
import { printedSchema } from './print-schema.ts';

describe('schema', () => {
  it('is the committed contract; `node --conditions=source src/features/print-schema.ts` renews it [spec 3.1]', async () => {
    expect(await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8')).toBe(printedSchema());
  });

  it('names a permission of the policy, or a scope of machine clients, on every root field', () => {
    const schema = createSchema();
    for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
      for (const field of Object.values(type?.getFields() ?? {})) {
        expect(permissionOf(field) ?? scopeOf(field), field.name).toBeOneOf([
          ...Object.keys(POLICY),
          ...MACHINE_SCOPES,
        ]);
      }
    }
  });
});
