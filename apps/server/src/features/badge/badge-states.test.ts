import { actionsOf, BADGE_MACHINE } from '@backcounter/domain';
import { fileApp } from '../../testing/file-app.ts';
import { describeStates, type PlacedRecord } from '../../testing/state-cases.ts';

const CATEGORY = '01900000-0000-7000-8000-00000000c002';
const TEXT = '{"en-US":"Text"}';

let next = 0;
const test = await fileApp();
await test.database.ownerPool.query(
  `insert into badge_category (id, code, name_i18n, position) values ($1, 'first', $2, 1)`,
  [CATEGORY, TEXT],
);

const change = (name: string, { id, version }: PlacedRecord, more = '') =>
  `mutation { ${name}(input: { id: "${id}", expectedVersion: ${version}${more} }) { badge { id } } }`;

describeStates({
  machine: BADGE_MACHINE,
  test: () => test,
  place: async (state) => {
    next += 1;
    const { rows } = await test.database.ownerPool.query(
      `insert into badge (category_id, code, name_i18n, description_i18n, criteria_i18n, award_mode, state, image_path)
       values ($1, $2, $3, $3, $3, 'MANUAL', $4, 'badges/' || $2 || '.png') returning id, version`,
      [CATEGORY, `badge-${next}`, TEXT, state],
    );
    return rows[0];
  },
  mutations: {
    ...Object.fromEntries(
      actionsOf(BADGE_MACHINE).map((action) => [
        action,
        (record: PlacedRecord) => change(`${action.toLowerCase()}Badge`, record),
      ]),
    ),
    EDIT: (record) => change('updateBadge', record, ', patch: { validityDays: 30 }'),
  },
  stateSql: 'select state::text from badge where id = $1',
});
