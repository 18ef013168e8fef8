import { TRANSLATION_STATES, type TranslationState } from '@backcounter/domain';
import { column, type NamedList, type RowOf } from '../../listing/list-definition.ts';
import { filterBy, sortBy, stampColumns } from '../../listing/list-parts.ts';
import { likeLiteral } from '../../listing/list-search.ts';

/** Format of a key; the database has the same check. */
const KEY = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;
const SOURCE = '(select k.source_value from translation_key k where k.client_id = r.client_id and k.key = r.key)';
const report = (column: string): string =>
  `(select x.${column} from translation_missing x where x.client_id = r.client_id and x.locale = r.locale and x.key = r.key)`;
const REPORTS = `coalesce(${report('reports')}, 0)`;
const UPDATED_BY_NAME = '(select u.display_name from staff_user u where u.sub = r.updated_by)';
const OTHERS = `(select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'languageId', o.language_id, 'locale', o.locale, 'value', o.value,
    'state', o.state) order by o.locale), '[]')
  from translation_message o where o.client_id = r.client_id and o.key = r.key and o.id <> r.id)`;

/** Reason why a text is invalid. */
export interface TranslationProblem {
  readonly rule: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The same key in another language. */
export interface OtherTranslation {
  readonly id: string;
  readonly languageId: string;
  readonly locale: string;
  readonly value: string | null;
  readonly state: TranslationState;
}

const COLUMNS = {
  id: column<string>('r.id::text'),
  clientId: column<string>('r.client_id'),
  languageId: column<string>('r.language_id::text'),
  locale: column<string>('r.locale'),
  key: column<string>('r.key'),
  namespace: column<string>('r.namespace'),
  source: column<string>(SOURCE),
  value: column<string | null>('r.value'),
  translatedFrom: column<string | null>('r.source_value'),
  shippedValue: column<string | null>('r.shipped_value'),
  editedFrom: column<string | null>('r.base_value'),
  publishedValue: column<string | null>('r.published_value'),
  isEdited: column<boolean>('r.is_edited'),
  isOvertaken: column<boolean>('r.is_overtaken'),
  isUnpublished: column<boolean>('r.is_unpublished'),
  problems: column<readonly TranslationProblem[]>(`coalesce(r.problems, '[]')`),
  state: column<TranslationState>('r.state::text'),
  reports: column<number>(REPORTS),
  lastReportedAt: column<string | null>(report('last_reported_at')),
  others: column<readonly OtherTranslation[]>(OTHERS),
  ...stampColumns,
};
/** A text of a language with the requested columns; members are named like the columns of its list. */
export type TranslationRow = RowOf<typeof COLUMNS>;

/** Texts of one language, by key. */
export const translationList: NamedList = {
  name: 'translations',
  readPermission: 'translation.read',
  from: 'translation_message r',
  key: { sql: 'r.id', cast: 'uuid', field: 'id' },
  columns: COLUMNS,
  needs: { updatedBy: ['updatedBySub', 'updatedByName'], history: ['id'] },
  joins: {},
  sorts: {
    KEY: sortBy.text('r.key', 'key'),
    UPDATED: sortBy.instant('r.updated_at', 'updatedAt'),
  },
  defaultSort: 'KEY',
  filters: {
    language: filterBy.id('r.language_id', 'The language.', { isRequired: true }),
    state: filterBy.enum('r.state', TRANSLATION_STATES, 'States of the texts.', { cast: 'translation_state' }),
    namespace: filterBy.text('r.namespace', 'First parts of keys.'),
    edited: filterBy.boolean('r.is_edited', 'Whether the text differs from the shipped one.'),
    overtaken: filterBy.boolean('r.is_overtaken', 'Whether the product has shipped another text since it was edited.'),
    reported: filterBy.boolean(
      `(r.state = 'MISSING' and ${REPORTS} > 0)`,
      'Whether it is missing, and readers have requested it.',
    ),
    unpublished: filterBy.boolean('r.is_unpublished', 'Whether the published text differs, or is missing.'),
    updated: filterBy.instant('r.updated_at', 'When they were last changed.'),
    updatedBy: filterBy.text('r.updated_by', 'Subjects of staff.'),
  },
  searches: () => ['KEY', 'TEXT'],
  planSearch: (text) => [
    ...(KEY.test(text)
      ? [
          {
            mode: 'KEY',
            isFragment: false,
            condition: (values: { add(value: unknown): string }) => `r.key = ${values.add(text)}`,
          },
        ]
      : []),
    {
      mode: 'TEXT',
      isFragment: true,
      // Searches all languages, because the text may have been seen in any of them.
      condition: (values) =>
        `(r.client_id, r.key) in (select s.client_id, s.key from translation_message s
           where s.search_key like lower(${values.add(`%${likeLiteral(text)}%`)}))`,
    },
  ],
  roleClass: () => 'all',
  exported: {
    createdSql: 'r.created_at',
    columns: {
      client: { sql: 'r.client_id' },
      key: { sql: 'r.key' },
      locale: { sql: 'r.locale' },
      namespace: { sql: 'r.namespace' },
      source: { sql: SOURCE },
      value: { sql: 'r.value' },
      state: { sql: 'r.state' },
      translatedFrom: { sql: 'r.source_value' },
      shippedValue: { sql: 'r.shipped_value' },
      publishedValue: { sql: 'r.published_value' },
      reports: { sql: REPORTS },
      updatedAt: { sql: 'r.updated_at' },
      updatedBy: { sql: `coalesce(${UPDATED_BY_NAME}, r.updated_by)` },
      id: { sql: 'r.id' },
    },
  },
  totalSql: null,
};
