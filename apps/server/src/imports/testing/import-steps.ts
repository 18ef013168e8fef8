import { afterAll, beforeEach, expect } from 'vitest';
import { insertReferenceData, removeAccounts } from '../../testing/test-accounts.ts';
import { createTestApp, type TestAnswer, type TestApp, type TestRequest } from '../../testing/test-app.ts';
import { startTestWorker, untilJob } from '../../testing/test-worker.ts';

const FIELDS = `id mapping matchBy missingFields format encoding encodingChoices { encoding lines } headingRow topRows { row text } delimiter sheet sheets columns { header samples kind format formatChoices { format samples { text value } } } unclearColumns
  emptyCells existingRows missingRows broken { rule row }
  check { id state errorCode done outcomes { outcome reason count } result { url rows } }
  run { id state errorCode done outcomes { outcome reason count } result { url rows } }
  recheck { id state errorCode done outcomes { outcome reason count } }
  refusedRows { row problems { column field value rule params } }
  mistakes { rows firstRow problem { field value rule suggestion } values { value rows suggestion } }`;

/** An application with a worker and reference data, for one file of tests; each starts without accounts, mappings and audit events. */
export async function importApp() {
  const test = await createTestApp();
  const { ownerPool } = test.database;
  await insertReferenceData(ownerPool);
  const worker = startTestWorker(test);
  beforeEach(async () => {
    await removeAccounts(ownerPool);
    await ownerPool.query('truncate import_mapping; truncate staff_audit_event');
  });
  afterAll(async () => {
    await worker.stop();
    await test.close();
  });
  return { test, steps: importSteps(test) };
}

/** The steps of an import through the API, as the console makes them. */
export function importSteps(test: TestApp, request: TestRequest = {}) {
  const send = (query: string, variables: Record<string, unknown> = {}) => test.send(query, variables, request);

  async function upload(content: string | Buffer): Promise<string> {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/files/uploads?kind=import',
      payload: Buffer.from(content),
      headers: {
        authorization: `Bearer ${request.token ?? 'admin'}`,
        'content-type': 'application/octet-stream',
      },
    });
    return JSON.parse(answer.body).uploadId;
  }
  async function tryCreate(entity: string, content: string | Buffer, fileName?: string): Promise<TestAnswer> {
    return createFrom(entity, await upload(content), fileName);
  }
  function createFrom(entity: string, uploadId: string, fileName = 'file.csv', more = {}): Promise<TestAnswer> {
    return send(`mutation ($input: CreateImportInput!) { createImport(input: $input) { import { ${FIELDS} } } }`, {
      input: { entity, uploadId, fileName, ...more },
    });
  }
  async function create(entity: string, content: string | Buffer, fileName?: string) {
    const answer = await tryCreate(entity, content, fileName);
    expect(answer.body.errors).toBeUndefined();
    return answer.body.data.createImport.import;
  }
  const update = ({ id, ...patch }: Record<string, unknown>) =>
    send(`mutation ($input: UpdateImportInput!) { updateImport(input: $input) { import { ${FIELDS} } } }`, {
      input: { id, patch },
    });
  const start = (step: 'checkImport' | 'runImport', id: string) =>
    send(`mutation ($id: ID!) { ${step}(input: { id: $id }) { import { ${FIELDS} } } }`, { id });
  async function read(id: string) {
    return (await send(`query ($id: ID!) { import(id: $id) { ${FIELDS} } }`, { id })).body.data.import;
  }
  async function ended(step: 'check' | 'run', id: string) {
    const answer = await start(step === 'check' ? 'checkImport' : 'runImport', id);
    expect(answer.body.errors).toBeUndefined();
    const started = answer.body.data[`${step}Import`].import;
    const jobId = (step === 'check' && started.recheck ? started.recheck : started[step]).id;
    await untilJob(test, jobId, 'SUCCEEDED', 'FAILED', 'CANCELED');
    return read(id);
  }
  async function file(url: string): Promise<string> {
    return (await test.app.inject(url)).body;
  }
  /** Checks and imports; returns results by reason. */
  async function runAll(id: string) {
    const checked = await ended('check', id);
    const done = await ended('run', id);
    return { checked, done, check: counts(checked.check), run: counts(done.run) };
  }
  return { send, upload, tryCreate, createFrom, create, update, start, read, ended, runAll, file };
}

/** Counts of a job's rows by reason. */
export function counts(job: { readonly outcomes: readonly { readonly reason: string; readonly count: number }[] }) {
  return Object.fromEntries(job.outcomes.map(({ reason, count }) => [reason, count]));
}
