import {
  CHANGE_TYPES,
  type ChangeInput,
  type ChangeListInput,
  RELEASE_STATES,
  type ReleaseState,
  releaseRecord,
} from '@backcounter/domain';
import { listColumns, type StoredValues, storedFields } from '../../crud/record-fields.ts';
import { column, type NamedList, type RowOf, type SearchMode } from '../../listing/list-definition.ts';
import { filterBy, searchById, sortBy, staffColumns, stampColumns } from '../../listing/list-parts.ts';
import { likeLiteral } from '../../listing/list-search.ts';

/** The entered fields, as the database has them. */
export const RELEASE_FIELDS = storedFields(releaseRecord);

const CHANGE_LISTS = `(select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'changes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'type', c.type, 'title', c.title, 'description', c.description)
        order by c.position), '[]')
      from change c where c.change_list_id = l.id)) order by l.position), '[]')
    from change_list l where l.release_id = r.id)`;
const changes = (condition: string): string =>
  `(select count(*)::int from change_list l join change c on c.change_list_id = l.id where l.release_id = r.id${condition})`;
const ofType = (type: (typeof CHANGE_TYPES)[number]): string => changes(` and c.type = '${type}'`);
const READERS =
  '(select count(*)::int from release_visit v where r.published_at is not null and v.visited_at >= r.published_at)';
/**
 * Staff to whom the popup shows the release: they have a role, and have not marked anything as read since it was first
 * published.
 */
const UNREAD = `(select count(*)::int from staff_user u where u.last_roles <> '{}' and not exists (
    select from release_visit v where v.sub = u.sub and v.visited_at >= r.published_at))`;
const nameOf = (column: string): string => `(select u.display_name from staff_user u where u.sub = r.${column})`;

/** A fixed bug, a new feature, or an improvement. */
export interface ChangeRow extends ChangeInput {
  readonly id: string;
}

/** A list of changes under a title, as entered. */
export interface ChangeListRow extends ChangeListInput {
  readonly id: string;
  readonly changes: ChangeRow[];
}

const OWN = {
  id: column<string>('r.id::text'),
  state: column<ReleaseState>('r.state::text'),
  stateReason: column<string | null>('r.state_reason'),
  stateChangedAt: column<string>('r.state_changed_at'),
  ...staffColumns('stateChangedBy', 'r.state_changed_by'),
  publishedAt: column<string | null>('r.published_at'),
  ...staffColumns('publishedBy', 'r.published_by'),
  changeLists: column<readonly ChangeListRow[]>(CHANGE_LISTS),
  /** Whether there is a list, and each list has a change. */
  isComplete: column<boolean>(`exists (select from change_list l where l.release_id = r.id) and not exists (
      select from change_list l where l.release_id = r.id and not exists (select from change c where c.change_list_id = l.id))`),
  /** Whether no release that is or was published has the same or a greater number. */
  isGreatest: column<boolean>(
    `not exists (select from release o where o.published_at is not null and o.id <> r.id and o.number_key >= r.number_key)`,
  ),
  bugs: column<number>(ofType('BUG')),
  features: column<number>(ofType('FEATURE')),
  improvements: column<number>(ofType('IMPROVEMENT')),
  readers: column<number>(READERS),
  unread: column<number>(UNREAD),
  ...stampColumns,
  ...staffColumns('createdBy', 'r.created_by'),
};
/** A release with the requested columns; members are named like the columns of its list. */
export type ReleaseRow = StoredValues<typeof releaseRecord> & RowOf<typeof OWN>;

/** Releases, greatest number first. */
export const releaseList: NamedList = {
  name: 'release',
  readPermission: 'release.read',
  from: 'release r',
  key: { sql: 'r.id', cast: 'uuid', field: 'id' },
  columns: { ...listColumns(RELEASE_FIELDS, 'r'), ...OWN },
  needs: {
    figures: ['bugs', 'features', 'improvements', 'readers', 'unread'],
    history: ['id'],
    openFields: ['state'],
    actions: ['state', 'isComplete', 'isGreatest'],
  },
  joins: {},
  sorts: {
    NUMBER: { sql: 'r.number_key', cast: 'text', field: null, defaultDirection: 'DESC', isDate: false },
    DATE: sortBy.instant('r.date', 'date'),
    CREATED: sortBy.instant('r.created_at', 'createdAt'),
    UPDATED: sortBy.instant('r.updated_at', 'updatedAt'),
  },
  defaultSort: 'NUMBER',
  filters: {
    state: filterBy.enum('r.state', RELEASE_STATES, 'States of the release.', { cast: 'release_state' }),
    changeType: filterBy.enum('c.type', CHANGE_TYPES, 'With a change of one of these types.', {
      cast: 'change_type',
      related: 'change_list l join change c on c.change_list_id = l.id where l.release_id = r.id',
    }),
    date: filterBy.instant('r.date', 'Dates shown for the releases.'),
    published: filterBy.instant('r.published_at', 'When they were first published.'),
    created: filterBy.instant('r.created_at', 'When they were created.'),
  },
  searches: () => ['ID', 'NUMBER', 'TEXT'],
  planSearch: (text) => searchById(text, 'r.id') ?? planSearch(text),
  roleClass: () => 'all',
  exported: {
    createdSql: 'r.created_at',
    columns: {
      version: { sql: 'r.number' },
      date: { sql: 'r.date' },
      state: { sql: 'r.state' },
      stateReason: { sql: 'r.state_reason' },
      bugs: { sql: ofType('BUG') },
      features: { sql: ofType('FEATURE') },
      improvements: { sql: ofType('IMPROVEMENT') },
      content: {
        sql: `(select string_agg(l.title || coalesce(E'\\n' || (
            select string_agg(c.type || ': ' || c.title || ' - ' || c.description, E'\\n' order by c.type, c.position)
            from change c where c.change_list_id = l.id), ''), E'\\n\\n' order by l.position)
          from change_list l where l.release_id = r.id)`,
      },
      publishedAt: { sql: 'r.published_at' },
      publishedBy: { sql: `coalesce(${nameOf('published_by')}, r.published_by)` },
      readers: { sql: READERS },
      createdAt: { sql: 'r.created_at' },
      updatedAt: { sql: 'r.updated_at' },
      id: { sql: 'r.id' },
    },
  },
  totalSql: null,
};

function planSearch(text: string): readonly SearchMode[] {
  const fragment: SearchMode = {
    mode: 'TEXT',
    isFragment: true,
    condition: (values) => {
      const pattern = values.add(`%${likeLiteral(text)}%`);
      return `(r.number ilike ${pattern} or exists (select from change_list l left join change c on c.change_list_id = l.id
        where l.release_id = r.id and (l.title ilike ${pattern} or c.title ilike ${pattern} or c.description ilike ${pattern})))`;
    },
  };
  if (!/^v?\d+(\.\d+)*/.test(text)) return [fragment];
  const number = text.replace(/^v/, '');
  return [
    {
      mode: 'NUMBER',
      isFragment: true,
      condition: (values) => `r.number like ${values.add(`${likeLiteral(number)}%`)}`,
    },
    fragment,
  ];
}
