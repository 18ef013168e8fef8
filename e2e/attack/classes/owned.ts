import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AttackClass, each, must, mustBeClean } from '../attack.ts';
import { VIEW } from '../saved-view.ts';
import { HOST, type Staff, type Target } from '../target.ts';

const MARKED = { 'x-backcounter-mutation': '1' };
const UNIQUE = randomUUID();

/** Records of one person, by kind. */
interface Belongings {
  readonly view: string;
  readonly upload: string;
  readonly import: string;
  readonly job: string;
  readonly file: string;
  readonly note: string;
  readonly schedule: string;
}

async function belongingsOf(target: Target, owner: Staff): Promise<Belongings> {
  const token = await target.token(owner);
  const send = async (document: string, variables: Readonly<Record<string, unknown>> = {}) => {
    const answer = await target.graphql(token, document, variables, MARKED);
    must(answer.json?.errors === undefined && answer.json?.data != null, 'Nothing to attack', answer);
    return answer.json.data;
  };
  const upload = async () => {
    const body = Buffer.from(`firebaseId,countryCode\n${UNIQUE},XX\n`);
    const headers = { 'content-type': 'text/csv' };
    const answer = await target.send('/files/uploads?kind=import', { method: 'POST', token, body, headers });
    must(answer.json?.uploadId !== undefined, 'No upload to attack', answer);
    return answer.json.uploadId as string;
  };
  const view = await send(
    `mutation{r:createSavedView(input:{list:ACCOUNTS,scope:PERSONAL,name:"${UNIQUE.slice(0, 30)}",state:${VIEW}}) { savedView {id} }}`,
  );
  await send('mutation{setPreference(input:{key:"secret",value:1}) { preference {key} }}');
  const made = await send('mutation($i:CreateImportInput!){r:createImport(input:$i) { import {id} }}', {
    i: { entity: 'ACCOUNTS', uploadId: await upload(), fileName: UNIQUE },
  });
  const { accounts } = await send('{accounts(first:1){nodes{id}}}');
  const note = await send('mutation($i:WriteAccountNoteInput!){r:writeAccountNote(input:$i) { noteId }}', {
    i: { id: accounts.nodes[0].id, text: 'A note' },
  });
  const exported = await send('mutation($i:StartExportInput!){r:startExport(input:$i) { job {id} }}', {
    i: {
      list: 'STORES',
      format: 'CSV',
      columns: [{ key: 'sid' }],
      locale: 'en-US',
      timeZone: 'UTC',
      selection: {},
    },
  });
  const scheduled = await send(
    `mutation{r:createExportSchedule(input:{name:"${UNIQUE.slice(0, 30)}",list:STORES,format:CSV,columns:[{key:"sid"}],locale:"en-US",timeZone:"UTC",frequency:DAILY,hour:6}) { exportSchedules {id} }}`,
  );
  for (;;) {
    const { job } = await send('query($i:ID!){job(id:$i){state result{url}}}', { i: exported.r.job.id });
    must(job.state !== 'FAILED', 'No file to attack');
    if (job.result !== null)
      return {
        view: view.r.savedView.id,
        upload: await upload(),
        import: made.r.import.id,
        job: exported.r.job.id,
        file: new URL(job.result.url, 'https://x').pathname,
        note: note.r.noteId,
        schedule: scheduled.r.exportSchedules[0].id,
      };
    await sleep(50);
  }
}

const READS = ({ view: _view, import: file, job }: Belongings): Readonly<Record<string, string>> => ({
  'views listed': '{savedViews(list:ACCOUNTS){id name}}',
  'an import read': `{import(id:"${file}"){id fileName columns{samples}}}`,
  'imports listed': '{myImports(entity:ACCOUNTS){id fileName}}',
  'a job read': `{job(id:"${job}"){id result{url}}}`,
  'problems of a job read': `{jobProblems(id:"${job}",first:10){recordId}}`,
  'scheduled exports listed': '{exportSchedules{id name}}',
  'own jobs listed': '{myJobs{id result{url}}}',
  'jobs listed': '{jobs(first:100){nodes{id result{url}}}}',
  'preferences read': '{viewer{preferences(keys:["secret"]){key value}}}',
});

const WRITES = ({ view, upload, import: file, job, note, schedule }: Belongings): Readonly<Record<string, string>> => ({
  'a view changed': `mutation{r:updateSavedView(input:{id:"${view}",expectedVersion:1,patch:{name:"x"}}) { savedView {id} }}`,
  'a view archived': `mutation{r:archiveSavedView(input:{id:"${view}",expectedVersion:1}) { savedView {id} }}`,
  'a view moved': `mutation{r:moveSavedView(input:{id:"${view}"}) { savedViews {id} }}`,
  'a view as default': `mutation{r:setDefaultSavedView(input:{list:ACCOUNTS,id:"${view}"}) { savedViews {id} }}`,
  'a view as default of the team': `mutation{r:setTeamDefaultSavedView(input:{list:ACCOUNTS,id:"${view}"}) { savedViews {id} }}`,
  'an upload used': `mutation{r:createImport(input:{entity:ACCOUNTS,uploadId:"${upload}",fileName:"x"}) { import {id columns{samples}} }}`,
  'an import changed': `mutation{r:updateImport(input:{id:"${file}",patch:{missingRows:SKIP}}) { import {id} }}`,
  'an import checked': `mutation{r:checkImport(input: { id:"${file}" }) { import {id} }}`,
  'an import run': `mutation{r:runImport(input: { id:"${file}" }) { import {id} }}`,
  'an import discarded': `mutation{r:discardImport(input: { id:"${file}" }) { importId }}`,
  'a job cancelled': `mutation{r:cancelJob(input:{id:"${job}"}) { job {id} }}`,
  'a job tried again': `mutation{r:retryJob(input:{id:"${job}"}) { job {id} }}`,
  'a scheduled export paused': `mutation{r:pauseExportSchedule(input:{id:"${schedule}",isPaused:true}) { exportSchedules {id} }}`,
  'a scheduled export deleted': `mutation{r:removeExportSchedule(input:{id:"${schedule}"}) { exportSchedules {id} }}`,
  'a note retracted': `mutation{r:retractAccountNote(input:{noteId:"${note}"}) { noteId }}`,
});

const PAGE = `https://${HOST}/identity/account`;

/** Ends a session of another person by its number. */
async function endSessionOfAnother(target: Target): Promise<void> {
  const visitor = async (staff: Staff) => {
    const from = target.freshAddress();
    const jar = new Map<string, string>();
    await target.code(staff, from, jar);
    const look = (path = '', form?: URLSearchParams) => target.visit(jar, `${PAGE}${path}`, from, form?.toString());
    const hidden = async (name: string) =>
      new RegExp(`name="${name}" value="([^"]+)"`).exec((await look()).text)?.[1] ?? '';
    return { look, hidden };
  };
  const victim = await visitor('viewer');
  const thief = await visitor('manager');
  const uid = await victim.hidden('uid');
  must(uid !== '', 'There is no session to end');
  mustBeClean(await thief.look('/sessions/end', new URLSearchParams({ csrf: await thief.hidden('csrf'), uid })));
  const { text } = await victim.look();
  must(text.includes('viewer@demo.test'), 'The session has ended');
}

const STRANGERS = ['marketing', 'viewer', 'manager', 'streamer', 'nobody'] as const satisfies readonly Staff[];

const owned: AttackClass = {
  name: 'records of other people',
  covers:
    'CWE-639, CWE-200, CWE-425: views, imports, jobs, files, notes by guessed id (Appwrite, NocoDB, Baserow advisories)',
  settings: 'open-documents',
  attempts: async (target) => {
    const belongings = await belongingsOf(target, 'admin');
    const ids = Object.values(belongings);
    const owner = await target.token('admin');
    return [
      ...STRANGERS.flatMap((staff) => [
        ...each(
          Object.entries(READS(belongings)),
          ([name]) => `${name} by ${staff}`,
          async ([, document]) => {
            const answer = await target.graphql(await target.token(staff), document);
            mustBeClean(answer);
            must(answer.code !== 'request.malformed', 'Not an attempt', answer);
            const { data } = answer.json ?? {};
            must(!ids.some((id) => JSON.stringify(data ?? '').includes(id)), 'Read', answer);
            must(!JSON.stringify(data ?? '').includes('"value":1'), 'Read', answer);
          },
        ),
        ...each(
          Object.entries(WRITES(belongings)),
          ([name]) => `${name} by ${staff}`,
          async ([, document]) => {
            const answer = await target.graphql(await target.token(staff), document, {}, MARKED);
            mustBeClean(answer);
            must(answer.code !== 'request.malformed', 'Not an attempt', answer);
            must(answer.json?.errors?.length > 0 && answer.json?.data?.r == null, 'Done', answer);
          },
        ),
        {
          title: `the file of an export by ${staff}`,
          run: async () => {
            const answer = await target.send(belongings.file, { token: await target.token(staff) });
            mustBeClean(answer);
            must(answer.status === 404 || answer.status === 403, 'Read', answer);
          },
        },
      ]),
      { title: 'a session of another person ended', run: () => endSessionOfAnother(target) },
      {
        title: 'all of them are still there for their owner',
        run: async () => {
          const answers = await Promise.all(
            Object.values(READS(belongings)).map((document) => target.graphql(owner, document)),
          );
          const text = answers.map((answer) => answer.text).join('');
          for (const id of [belongings.view, belongings.import, belongings.job, '"value":1'])
            must(text.includes(id), `${id} is gone`);
        },
      },
    ];
  },
};

/** Classes about records that belong to one person. */
export const ATTACKS: readonly AttackClass[] = [owned];
