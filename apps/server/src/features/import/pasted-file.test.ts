import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { workbook } from '../../imports/testing/workbook.ts';
import { fileApp } from '../../testing/file-app.ts';

const test = await fileApp();

const rowsOf = async (text: string) => (await test.database.ownerPool.query(text)).rows;
async function upload(content: string | Buffer, token = 'marketing') {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
  const url = '/files/uploads?kind=list';
  const answer = await test.app.inject({ method: 'POST', url, payload: Buffer.from(content), headers });
  return JSON.parse(answer.body).uploadId as string;
}
async function read(uploadId: string, token = 'marketing') {
  const { body } = await test.send(
    'mutation($input: ReadPastedFileInput!) { readPastedFile(input: $input) { entries } }',
    { input: { uploadId } },
    { token, headers: { 'idempotency-key': randomUUID() } },
  );
  return body.data?.readPastedFile?.entries ?? body.errors[0].extensions;
}

it.each([
  ['lines without a heading', '102117\r\n\r\n999120\n', ['102117', '', '999120']],
  ['one line', '102117;102118;102119', ['102117', '102118', '102119']],
  ['the column with the heading of a key', 'Name,Notes,Nummer,E-Mail\nRuth,x,102117,r@x.example\n', ['102117']],
  ['a phone number', 'Name;Telefon\nRuth;+49 151 1\nOtto;0151 2\n', ['+49 151 1', '0151 2']],
  ['a file of stores', 'Name,Sid\nHarbour,ST00001\n', ['ST00001']],
  ['a file of coupons', 'Code,Status,ID\nAAAA-1,ACTIVE,x\nBBBB-2,ACTIVE,y\n', ['AAAA-1', 'BBBB-2']],
  ['the first column of other tables', 'Banana,Price\nA-1,3\nA-2,4\n', ['Banana', 'A-1', 'A-2']],
] as const)('reads %s', async (_what, content, entries) => {
  expect(await read(await upload(content))).toEqual(entries);
});

it('reads a workbook, and deletes it', async () => {
  const uploadId = await upload(
    workbook({
      Stores: [
        ['Name', 'Number'],
        ['A', 102117],
        ['B', 102118],
      ],
    }),
  );
  expect(await read(uploadId)).toEqual(['102117', '102118']);
  expect(await rowsOf('select from file_upload')).toEqual([]);
  expect(await read(uploadId)).toMatchObject({ code: 'record.not-found' });
  expect(await rowsOf(`select from idempotency_key where response::text like '%102117%'`)).toEqual([]);
});

it('reads more keys than one paste may have', async () => {
  const many = Array.from({ length: 20_000 }, (_, n) => `${n}`).join('\n');
  expect(await read(await upload(many))).toHaveLength(20_000);
});

it('refuses a file of another kind by name, and that of another person', async () => {
  const pdf = await upload('%PDF-1.7\n%âãÏÓ\n1 0 obj\n');
  expect(await read(pdf)).toMatchObject({
    code: 'field.invalid',
    details: { fields: { file: [{ rule: 'file-type', params: { kind: 'PDF' } }] } },
  });
  expect(await read(pdf)).toMatchObject({ code: 'record.not-found' });
  expect(await read(await upload('1\n2'), 'admin')).toMatchObject({ code: 'record.not-found' });
});
