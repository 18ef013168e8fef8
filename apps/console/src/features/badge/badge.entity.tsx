import { BADGE_AWARD_MODES, BADGE_STATES, badgeRecord } from '@backcounter/domain';
import {
  CODE_SORTS,
  changedColumn,
  choiceFilter,
  entityCodeColumn,
  entityNameColumn,
  phoneRow,
  valueFilter,
} from '../../crud/entity-columns.tsx';
import { defineEntity } from '../../crud/entity-definition.ts';
import { entityLabels } from '../../crud/entity-labels.ts';
import { ChoiceName } from '../../crud/fields/choice-name.tsx';
import type { BadgeRowFragment } from '../../generated/graphql.ts';
import { figureColumn } from '../../listing/columns/column-kinds.tsx';
import styles from './badge.module.css';
import { BadgeActions } from './badge-actions.tsx';
import { BadgeFields, badgeCategories, badgeWords } from './badge-fields.tsx';
import { BadgeLead } from './badge-lead.tsx';
import { badgeDocuments as documents } from './badge-record.operations.ts';
import { BadgeStateMark } from './badge-state.tsx';

/** `/admin/badges`. */
export const badges = defineEntity({
  record: badgeRecord,
  path: '/admin/badges',
  list: {
    name: 'badges',
    capability: 'BADGES',
    titleKey: 'shell.page.badges',
    searchHintKey: () => 'crud.search.hint',
    emptyKey: 'badge.place.none',
    columns: [
      {
        ...entityNameColumn<BadgeRowFragment>(),
        render: ({ name, imageUrl }) => (
          <>
            {imageUrl == null ? null : <img className={styles['thumb']} src={imageUrl} alt="" loading="lazy" />}
            <span className="bc-cell-name" dir="auto">
              {name}
            </span>
          </>
        ),
      },
      entityCodeColumn(),
      {
        key: 'category',
        headerKey: 'crud.field.category',
        width: 160,
        render: ({ categoryId }) => <ChoiceName choices={badgeCategories} value={categoryId} />,
      },
      { key: 'state', headerKey: 'crud.field.state', width: 128, render: (row) => <BadgeStateMark record={row} /> },
      {
        key: 'mode',
        headerKey: 'badge.field.awardMode',
        width: 112,
        render: ({ awardMode }, { t }) => t(`badge.mode.${awardMode}`),
      },
      figureColumn('awards', 'badge.field.awards', 112, ({ awardCount }: BadgeRowFragment) => awardCount, {
        sort: 'awards',
      }),
      changedColumn(),
    ],
    filters: [
      valueFilter('state', 'crud.field.state', BADGE_STATES, (state) => `badge.state.${state}`),
      choiceFilter('category', 'crud.field.category', badgeCategories),
      valueFilter('awardMode', 'badge.field.awardMode', BADGE_AWARD_MODES, (mode) => `badge.mode.${mode}`),
    ],
    sorts: { ...CODE_SORTS, awards: 'AWARDS' },
    phoneRow: phoneRow((row) => <BadgeStateMark record={row} />),
  },
  documents,
  nameOf: ({ name }) => name,
  codeOf: ({ code }) => code,
  fields: entityLabels(badgeRecord, (field) => `badge.field.${field}`),
  otherFields: { imagePath: 'badge.field.imagePath' },
  wordsOf: badgeWords,
  Lead: BadgeLead,
  Fields: BadgeFields,
  drawn: [
    'categoryId',
    'code',
    'nameI18n',
    'descriptionI18n',
    'criteriaI18n',
    'awardMode',
    'ruleKind',
    'ruleThreshold',
    'validityDays',
  ],
  State: BadgeStateMark,
  Actions: BadgeActions,
  creation: {
    titleKey: 'badge.new.title',
    document: documents.create,
    values: { awardMode: 'MANUAL' },
  },
});
