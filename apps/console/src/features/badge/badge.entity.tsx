import {
  BADGE_AWARD_MODES,
  BADGE_MACHINE,
  BADGE_STATES,
  type BadgeAction,
  type BadgeState,
  badgeRecord,
} from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State, type UiIcon } from '@backcounter/ui';
import { IconArchive, IconCircleCheck, IconPencil, IconPlayerPlay } from '@tabler/icons-react';
import {
  CODE_SORTS,
  changedColumn,
  choiceFilter,
  entityCodeColumn,
  entityNameColumn,
  numberColumn,
  phoneRow,
  valueFilter,
} from '../../crud/entity-columns.tsx';
import { defineEntity, type EntityActionsProps } from '../../crud/entity-definition.ts';
import { entityLabels } from '../../crud/entity-labels.ts';
import { ChoiceName } from '../../crud/fields/choice-name.tsx';
import { StateButtons } from '../../crud/state-buttons.tsx';
import { UsageNote } from '../../crud/usage-note.tsx';
import type { BadgeRowFragment } from '../../generated/graphql.ts';
import { BadgeFields, badgeCategories, badgeWords } from './badge-fields.tsx';
import { BadgePicture } from './badge-picture.tsx';
import { badgeDocuments } from './badge-record.operations.ts';

const LOOKS = {
  DRAFT: { tone: 'neutral', icon: IconPencil },
  ACTIVE: { tone: 'positive', icon: IconCircleCheck },
  RETIRED: { tone: 'neutral', icon: IconArchive },
} as const;

interface BadgeStateMarkProps {
  readonly record: { readonly state: BadgeState };
  readonly variant?: 'pill' | 'plain';
}

/** Draft, active or retired. */
function BadgeStateMark({ record, variant = 'plain' }: BadgeStateMarkProps) {
  const { t } = useMessages();
  return <State {...LOOKS[record.state]} word={t(`badge.state.${record.state}`)} variant={variant} />;
}

const ICONS = {
  ACTIVATE: IconPlayerPlay,
  RETIRE: IconArchive,
} satisfies Readonly<Record<Exclude<BadgeAction, 'EDIT'>, UiIcon>>;

/** Picture and actions of a badge. */
function BadgeActions(props: EntityActionsProps<BadgeRowFragment>) {
  const { record } = props;
  const { t } = useMessages();
  const needsPicture = record.imageUrl == null && record.actions.includes('ACTIVATE');
  return (
    <>
      <BadgePicture {...props} />
      <UsageNote usages={record.usedBy}>
        <StateButtons
          {...props}
          machine={BADGE_MACHINE}
          icons={ICONS}
          documents={badgeDocuments}
          words={(action) => ({
            verb: t(`badge.${action}.action`),
            title: t(`badge.${action}.title`, { name: record.name }),
            consequence: t(`badge.${action}.consequence`),
          })}
          disabled={needsPicture ? 'ACTIVATE' : undefined}
        />
        {needsPicture ? <p>{t('badge.activate.needs-picture')}</p> : null}
      </UsageNote>
    </>
  );
}

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
            {imageUrl == null ? null : <img className="bc-badge-thumb" src={imageUrl} alt="" loading="lazy" />}
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
      numberColumn<BadgeRowFragment>(
        { key: 'awards', headerKey: 'badge.field.awards', sort: 'awards' },
        ({ awardCount }) => awardCount,
      ),
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
  documents: badgeDocuments,
  nameOf: ({ name }) => name,
  fields: entityLabels(badgeRecord, (field) => `badge.field.${field}`),
  wordsOf: badgeWords,
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
    document: badgeDocuments.create,
    values: { awardMode: 'MANUAL' },
  },
});
