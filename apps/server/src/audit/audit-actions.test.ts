import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AUDIT_ACTIONS, POLICY } from '@backcounter/domain';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ACTION = /(?:\baction: |auditAction: |^\s+\| |audit\(context, )'([a-z][a-z-]+\.[a-z][a-z-]*)'/gm;
const ENTITY_VERB = /`\$\{entity\.noun\}\.([a-z-]+)`/g;
/** Guards of console areas, which the API never checks. */
const CONSOLE_AREAS = new Set(['area.root', 'area.campaigns', 'area.campaign', 'area.campaign-coupons', 'area.admin']);

const known = new Set(Object.entries(AUDIT_ACTIONS).flatMap(([kind, verbs]) => verbs.map((verb) => `${kind}.${verb}`)));
const verbs = new Set<string>(Object.values(AUDIT_ACTIONS).flat());

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.includes('.test.') && !path.includes('testing'))
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .filter((text) => /[aA]udit/.test(text));

it('lists every action the server writes in the table of actions the console has labels for [audit 8]', () => {
  const written = new Set(sources.flatMap((text) => [...text.matchAll(ACTION)].map(([, action]) => action)));
  expect(written.size).toBeGreaterThan(15);
  expect([...written].filter((action) => action !== undefined && !known.has(action))).toEqual([]);
  const entityVerbs = sources.flatMap((text) => [...text.matchAll(ENTITY_VERB)].map(([, verb]) => verb ?? ''));
  expect(entityVerbs.filter((verb) => !verbs.has(verb))).toEqual([]);
});

it('lists every permission there too, since a refusal is named after the missing one', () => {
  expect(Object.keys(POLICY).filter((permission) => !CONSOLE_AREAS.has(permission) && !known.has(permission))).toEqual(
    [],
  );
});
