import { TRANSLATION_PUBLICATION_ACTIONS, type TranslationPublicationAction } from '@backcounter/domain';
import { column, type NamedList, type RowOf } from '../../../listing/list-definition.ts';
import { filterBy, sortBy } from '../../../listing/list-parts.ts';

const BUNDLE = 'left join translation_bundle b on b.id = r.bundle_id';
const NAME = '(select u.display_name from staff_user u where u.sub = r.published_by)';
/** SQL of the number of a publication `r` within its language; stable, since rows are never deleted. */
export const PUBLICATION_NUMBER =
  '(select count(*)::int from translation_publication o where o.language_id = r.language_id and (o.published_at, o.id) <= (r.published_at, r.id))';
const IS_CURRENT = 'exists (select from published_language p where p.publication_id = r.id)';

const columns = {
  id: column<string>('r.id::text'),
  languageId: column<string>('r.language_id::text'),
  number: column<number>(PUBLICATION_NUMBER),
  locale: column<string>('(select l.locale from translation_language l where l.id = r.language_id)'),
  action: column<TranslationPublicationAction>('r.action::text'),
  at: column<string>('r.published_at'),
  bySub: column<string | null>('r.published_by'),
  byName: column<string | null>(NAME),
  note: column<string | null>('r.note'),
  added: column<number>('r.added'),
  changed: column<number>('r.changed'),
  removed: column<number>('r.removed'),
  messages: column<number>('r.messages'),
  bundleId: column<string | null>('r.bundle_id::text'),
  sha256: column<string | null>(`encode(b.sha256, 'hex')`),
  filePath: column<string | null>('b.file_path'),
  bundleCreatedAt: column<string | null>('b.created_at'),
  isCurrent: column<boolean>(IS_CURRENT),
  isSameAsCurrent: column<boolean>(
    'exists (select from published_language p join translation_publication o on o.id = p.publication_id where o.language_id = r.language_id and p.bundle_id = r.bundle_id)',
  ),
};
/** A publication with the requested columns; members are named like the columns of its list. */
export type PublicationRow = RowOf<typeof columns>;

/** Publications of one language, newest first. */
export const publicationList: NamedList = {
  name: 'translation-publications',
  readPermission: 'translation.read',
  from: 'translation_publication r',
  key: { sql: 'r.id', cast: 'uuid', field: 'id' },
  columns,
  needs: {
    by: ['bySub', 'byName'],
    bundle: ['bundleId', 'sha256', 'filePath', 'bundleCreatedAt', 'messages'],
    canRollBack: ['bundleId', 'isSameAsCurrent'],
  },
  joins: { bundle: BUNDLE },
  sorts: {
    AT: sortBy.instant('r.published_at', 'at'),
  },
  defaultSort: 'AT',
  filters: {
    language: filterBy.id('r.language_id', 'The language.', { isRequired: true }),
    action: filterBy.enum('r.action', TRANSLATION_PUBLICATION_ACTIONS, 'Kinds of publication.', {
      cast: 'translation_publication_action',
    }),
    at: filterBy.instant('r.published_at', 'When it was published.'),
  },
  searches: () => [],
  planSearch: () => [],
  roleClass: () => 'all',
  exported: {
    createdSql: 'r.published_at',
    columns: {
      number: { sql: PUBLICATION_NUMBER },
      at: { sql: 'r.published_at' },
      action: { sql: 'r.action' },
      by: { sql: `coalesce(${NAME}, r.published_by)` },
      note: { sql: 'r.note' },
      added: { sql: 'r.added' },
      changed: { sql: 'r.changed' },
      removed: { sql: 'r.removed' },
      messages: { sql: 'r.messages' },
      filePath: { sql: 'b.file_path', join: BUNDLE },
      id: { sql: 'r.id' },
    },
  },
  totalSql: null,
};
