import { RELEASE_MACHINE } from '@backcounter/domain';
import { fileApp } from '../../testing/file-app.ts';
import { describeStates } from '../../testing/state-cases.ts';
import { releaseDesk } from './testing/release-kit.ts';

let next = 0;
const test = await fileApp();

const admin = releaseDesk(() => test, 'admin');
const expected = ({ id, version }: { id: string; version: number }) => `id: "${id}", expectedVersion: ${version}`;

describeStates({
  machine: RELEASE_MACHINE,
  test: () => test,
  place: async (state) => {
    next += 1;
    const number = `${next}.0.0`;
    if (state === 'DRAFT') return admin.made(number);
    const published = await admin.published(number);
    return state === 'PUBLISHED' ? published : admin.done(admin.withdraw(published, 'Wrong numbers'));
  },
  mutations: {
    EDIT: (release) => `mutation { updateRelease(input: { ${expected(release)}, patch: {} }) { release { id } } }`,
    PUBLISH: (release) => `mutation { publishRelease(input: { ${expected(release)} }) { release { id } } }`,
    WITHDRAW: (release) =>
      `mutation { withdrawRelease(input: { ${expected(release)}, reason: "Wrong numbers" }) { release { id } } }`,
    DUPLICATE: ({ id }) =>
      `mutation { duplicateRelease(input: { id: "${id}", number: "${next}.1.0" }) { release { id } } }`,
    DISCARD: (release) => `mutation { discardRelease(input: { ${expected(release)} }) { releaseId } }`,
  },
  stateSql: 'select state::text from release where id = $1',
});
