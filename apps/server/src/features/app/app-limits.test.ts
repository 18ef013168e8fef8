import { APP_SCOPES, EMBEDDING_APP } from '@backcounter/domain';
import { expect, it } from 'vitest';
import { keepEmbeddingApp } from '../../db/app-origins.ts';
import { fileApp } from '../../testing/file-app.ts';

const test = await fileApp();
const query = (text: string, values: readonly unknown[] = []) => test.database.pool.query(text, [...values]);

it.each([
  ['redirect_addresses', 'http://shop.example/'],
  ['redirect_addresses', 'https://shop.example/back#x'],
  ['redirect_addresses', 'https://*.shop.example/'],
  ['redirect_addresses', 'https://shop.example'],
  ['redirect_addresses', 'https://shop.example/\n'],
  ['redirect_addresses', 'https://a@shop.example/'],
  ['post_logout_addresses', 'javascript:alert(1)'],
  ['post_logout_addresses', 'https://shop.example/ https://evil.example/'],
  ['origins', 'https://shop.example/'],
  ['origins', 'http://localhost.evil.example'],
  ['origins', 'https://shop.example\n*'],
  ['image_url', 'https://evil.example/logo.png'],
  ['image_url', '/files/prizes/0198c0de-0000-7000-8000-0000000000aa.png'],
  ['scopes', 'everything'],
  ['scopes', 'presence.read,release.read'],
])('the database refuses %s %j', async (column, value) => {
  const insert = query(`insert into app (client_id, name, ${column}) values ('wrong', 'Wrong', $1)`, [value]);
  await expect(insert).rejects.toMatchObject({ code: '23514', constraint: `app_form_${column}_check` });
});

it('the database takes what the form takes', async () => {
  await query(
    `insert into app (client_id, name, origins, redirect_addresses, scopes) values ('right', 'Right', $1, $2, $3)`,
    [
      'https://shop.example:8443\nhttp://[::1]:3000',
      'https://shop.example/back?to=1\nhttp://localhost/',
      APP_SCOPES.join(' '),
    ],
  );
});

it('no one but the setting changes the app of EMBED_ORIGINS', async () => {
  await keepEmbeddingApp(test.database.pool, ['http://intranet']);
  const find = `{ apps(first: 5, search: "${EMBEDDING_APP}") { nodes { id version actions origins } } }`;
  const [app] = (await test.send(find)).body.data.apps.nodes;
  expect(app).toMatchObject({ actions: [], origins: 'http://intranet' });
  const expected = `id: "${app.id}", expectedVersion: ${app.version}`;
  for (const change of [
    `updateApp(input: { ${expected}, patch: { name: "Other" } })`,
    `suspendApp(input: { ${expected}, reason: "r" })`,
  ]) {
    const { body } = await test.send(`mutation { ${change} { app { id } } }`);
    expect(body.errors[0]).toMatchObject({
      message: expect.stringContaining('EMBED_ORIGINS'),
      extensions: { code: 'state.invalid-transition' },
    });
  }
  for (const set of [
    `state = 'SUSPENDED'`,
    `updated_by = 'staff-admin', name = 'x'`,
    `redirect_addresses = 'https://a.example/'`,
  ])
    await expect(query(`update app set ${set} where client_id = $1`, [EMBEDDING_APP])).rejects.toMatchObject({
      constraint: 'app_of_setting_client_id_check',
    });
  await keepEmbeddingApp(test.database.pool, []);
  expect((await test.send(find)).body.data.apps.nodes).toMatchObject([{ origins: null }]);
});
