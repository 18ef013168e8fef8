import { clausesOf, SEGMENT_LIMITS, type SegmentRule, segmentRecord } from '@backcounter/domain';
import { z } from 'zod';
import type { SegmentRowFragment } from '../../generated/graphql.ts';
import { figureColumn, nothing, textColumn } from '../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../listing/grid/phone-row.tsx';
import type { CellFormats } from '../../listing/list-definition.ts';
import { ARCHIVED_FILTER, changedColumn, entityNameColumn } from '../../records/entity-columns.tsx';
import { defineEntity, type EntityRecord } from '../../records/entity-definition.ts';
import { EntityState } from '../../records/entity-state.tsx';
import { LongField } from '../../records/form/long-field.tsx';
import { TextField } from '../../records/form/record-form.tsx';
import { LeftFilters } from './rule/given-filters.tsx';
import { RuleField } from './rule/rule-field.tsx';
import { segmentDocuments as documents } from './segment-record.operations.ts';

type Row = SegmentRowFragment;
/** A segment with its actions. */
export type SegmentRecord = EntityRecord<Row>;

/** The clauses of a rule, in the history as an object, in a form as text. */
function clauseWords(value: unknown, { t }: Pick<CellFormats, 't'>): string {
  const rule = (typeof value === 'string' ? JSON.parse(value) : value) as SegmentRule;
  return t('segment.rule.clauses', { count: clausesOf(rule).length });
}

/** Segments of accounts. */
export const segments = defineEntity<Row, typeof segmentRecord.fields>({
  record: segmentRecord,
  path: '/accounts/segments',
  list: {
    name: 'segments',
    capability: 'SEGMENTS',
    titleKey: 'shell.page.segments',
    searchHintKey: () => 'segment.search.hint',
    emptyKey: 'segment.place.none',
    emptyBodyKey: 'segment.place.none-body',
    columns: [
      entityNameColumn(),
      textColumn('description', 'crud.field.description', 320, ({ description }) => description, { grows: true }),
      {
        key: 'rule',
        headerKey: 'segment.field.rule',
        width: 120,
        render: ({ rule }, formats) => clauseWords(rule, formats),
      },
      figureColumn('members', 'segment.tab.members', 104, ({ members }) => members),
      { key: 'state', headerKey: 'crud.field.state', width: 128, render: (row) => <EntityState record={row} /> },
      {
        key: 'editor',
        headerKey: 'segment.field.editor',
        width: 160,
        render: ({ updatedBy }, formats) => (updatedBy ? <bdi>{updatedBy.name}</bdi> : nothing(formats)),
      },
      changedColumn(),
    ],
    filters: [ARCHIVED_FILTER],
    sorts: { name: 'NAME', changed: 'UPDATED' },
    phoneRow: (row, formats) => (
      <PhoneRow title={<bdi>{row.name}</bdi>} end={clauseWords(row.rule, formats)}>
        <span dir="auto">{row.description}</span>
      </PhoneRow>
    ),
  },
  documents,
  nameOf: ({ name }) => name,
  fields: { name: 'crud.field.name', description: 'crud.field.description', rule: 'segment.field.rule' },
  // The form has the rule as text; the server checks it.
  rulesOf: () => ({ ...segmentRecord.rules, rule: z.string() }),
  wordsOf: (field, value, formats) => (field === 'rule' && value ? clauseWords(value, formats) : undefined),
  Lead: LeftFilters,
  Fields: ({ form, labelOf }) => (
    <>
      <TextField form={form} name="name" label={labelOf('name')} maxLength={SEGMENT_LIMITS.nameMaxLength} />
      <LongField
        form={form}
        name="description"
        label={labelOf('description')}
        maxLength={SEGMENT_LIMITS.descriptionMaxLength}
      />
      <RuleField form={form} label={labelOf('rule')} />
    </>
  ),
  drawn: ['name', 'description', 'rule'],
  State: EntityState,
  creation: { titleKey: 'segment.new.title', document: documents.create },
  archival: { archive: documents.archive, restore: documents.restore },
});
