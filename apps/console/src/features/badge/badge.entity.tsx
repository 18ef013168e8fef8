import {
  BADGE_AWARD_MODES,
  BADGE_MACHINE,
  BADGE_RULE_KINDS,
  BADGE_STATES,
  type BadgeAction,
  badgeRecord,
} from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import type { UiIcon } from '@backcounter/ui';
import { IconArchive, IconCircleCheck, IconPencil, IconPhoto, IconPlayerPlay } from '@tabler/icons-react';
import type { BadgeRowFragment } from '../../generated/graphql.ts';
import { change } from '../../lib/record/record-steps.ts';
import { Select } from '../../lib/select/select.tsx';
import { figureColumn } from '../../listing/columns/column-kinds.tsx';
import { AppPreview } from '../../records/app-preview.tsx';
import {
  CODE_SORTS,
  changedColumn,
  choiceFilter,
  entityCodeColumn,
  entityNameColumn,
  phoneRow,
  valueFilter,
} from '../../records/entity-columns.tsx';
import {
  defineEntity,
  type EntityActionsProps,
  type EntityFieldsProps,
  type EntityLeadProps,
  type ValueWords,
} from '../../records/entity-definition.ts';
import { entityLabels } from '../../records/entity-labels.ts';
import { recordStateMark } from '../../records/entity-state.tsx';
import { ChoiceName } from '../../records/fields/choice-name.tsx';
import { choicesOf } from '../../records/fields/choices.ts';
import { ChoiceOf, CodeAndName } from '../../records/fields/entity-fields.tsx';
import { fieldOf } from '../../records/form/field-map.ts';
import { useEditedText } from '../../records/form/language-tabs.tsx';
import { LocalizedTextField } from '../../records/form/localized-field.tsx';
import { NumberField } from '../../records/form/number-field.tsx';
import { useFieldProblem } from '../../records/form/record-form.tsx';
import { RecordPicture } from '../../records/picture/record-picture.tsx';
import { DrawerPart } from '../../records/record-drawer.tsx';
import { StateButtons } from '../../records/state-buttons.tsx';
import styles from './badge.module.css';
import { categoryChoicesQuery, setBadgeImageMutation } from './badge.operations.ts';
import { badgeDocuments } from './badge-record.operations.ts';

/** The picture of a badge, and the badge as the app shows it to its owner. */
function BadgeLead({ form, record, onChanged }: EntityLeadProps<BadgeRowFragment>) {
  const { t, intl } = useMessages();
  const name = useEditedText(form, 'nameI18n');
  return (
    <div className={styles['lead']} data-picture={record !== null || undefined}>
      {record ? (
        <section className={styles['picture']}>
          <h3>{t('badge.field.imagePath')}</h3>
          <RecordPicture
            name={record.name}
            kind="badge"
            version={record.version}
            imageUrl={record.imageUrl ?? null}
            mayChange={record.actions.includes('EDIT')}
            onUse={(picture, options) => change(setBadgeImageMutation, { id: record.id, ...picture }, options)}
            onChanged={() => void onChanged()}
          />
        </section>
      ) : null}
      <AppPreview>
        {record?.imageUrl == null ? (
          <span className={styles['medal']}>
            <IconPhoto size={24} stroke={1.5} aria-hidden />
          </span>
        ) : (
          <img className={styles['medal']} src={record.imageUrl} alt="" />
        )}
        <b>
          <bdi>{name || t('crud.field.name')}</bdi>
        </b>
        <small>
          {t('badge.preview.earned', { date: intl.formatDate(new Date(), { month: 'short', day: 'numeric' }) })}
        </small>
      </AppPreview>
    </div>
  );
}

const LOOKS = {
  DRAFT: { tone: 'neutral', icon: IconPencil },
  ACTIVE: { tone: 'positive', icon: IconCircleCheck },
  RETIRED: { tone: 'neutral', icon: IconArchive },
} as const;

/** Draft, active or retired. */
const BadgeStateMark = recordStateMark(LOOKS, (state) => `badge.state.${state}`);

const ICONS = {
  ACTIVATE: IconPlayerPlay,
  RETIRE: IconArchive,
} satisfies Readonly<Record<Exclude<BadgeAction, 'EDIT'>, UiIcon>>;

/** Actions of a badge. */
function BadgeActions(props: EntityActionsProps<BadgeRowFragment>) {
  const { record } = props;
  const { t } = useMessages();
  const needsPicture = record.imageUrl == null && record.actions.includes('ACTIVATE');
  return (
    <DrawerPart>
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
    </DrawerPart>
  );
}

/** How a badge is awarded, as one sentence: "When a customer redeemed 10 coupons". */
function BadgeRule({ form, record, labelOf }: EntityFieldsProps<BadgeRowFragment, typeof badgeRecord>) {
  const { t } = useMessages();
  const { awardMode, ruleKind } = form.values;
  const { awardMode: problems = form.problems['ruleKind'] ?? [] } = form.problems;
  const error = useFieldProblem({ problems: { awardMode: problems } }, 'awardMode');
  const kind = awardMode === 'RULE' ? BADGE_RULE_KINDS.find((each) => each === ruleKind) : undefined;
  const awards = record?.awardCount ?? 0;
  return (
    <div className={styles['rule']}>
      <Select<string>
        label={labelOf('awardMode')}
        name="awardMode"
        value={kind ?? awardMode}
        error={error}
        options={(['MANUAL', ...BADGE_RULE_KINDS] as const).map((value) => ({
          value,
          label: t(`badge.rule.award.${value}`),
        }))}
        onChange={(value) => {
          const chosen = BADGE_RULE_KINDS.find((each) => each === value) ?? null;
          form.set('awardMode', chosen ? 'RULE' : 'MANUAL');
          form.set('ruleKind', chosen);
          if (!chosen) form.set('ruleThreshold', null);
        }}
      />
      {kind ? (
        <NumberField
          form={form}
          name="ruleThreshold"
          label={labelOf('ruleThreshold')}
          unit={t(`badge.rule.unit.${kind}`)}
        />
      ) : null}
      {awards > 0 ? <p>{t('badge.rule.keeps', { count: awards })}</p> : null}
    </div>
  );
}

const DESCRIPTION_MAX_LENGTH = 300;
const CRITERIA_MAX_LENGTH = 500;

/** Categories of badges. */
const badgeCategories = choicesOf('badge-category', categoryChoicesQuery);

/** Labels of badge rules. */
const badgeWords: ValueWords = (field, value, { t }) => {
  const rule = field === 'ruleKind' ? BADGE_RULE_KINDS.find((each) => each === value) : undefined;
  return rule && t(`badge.rule.${rule}`);
};

/** The form of a badge. */
function BadgeFields(props: EntityFieldsProps<BadgeRowFragment, typeof badgeRecord>) {
  const { form, labelOf } = props;
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  return (
    <>
      <CodeAndName {...props}>
        <LocalizedTextField {...field('descriptionI18n')} maxLength={DESCRIPTION_MAX_LENGTH} />
        <LocalizedTextField {...field('criteriaI18n')} maxLength={CRITERIA_MAX_LENGTH} />
      </CodeAndName>
      <BadgeRule {...props} />
      <ChoiceOf {...field('categoryId')} choices={badgeCategories} />
      <NumberField {...field('validityDays')} hint={t('badge.field.validity-hint')} unit={t('badge.field.days')} />
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
  documents: badgeDocuments,
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
    document: badgeDocuments.create,
    values: { awardMode: 'MANUAL' },
  },
});
