import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, Skeleton } from '@backcounter/ui';
import { useState } from 'react';
import { part } from '../lib/page/part.ts';
import { QueryFailure } from '../lib/page/query-failure.tsx';
import { useNoteRecord } from '../lib/record/note-record.ts';
import { EntityArchive } from './entity-archive.tsx';
import type { EntityDefinition, EntityRecord, EntityRecordPart, EntityRow } from './entity-definition.ts';
import { EntityForm } from './entity-form.tsx';
import { useEntityWords } from './entity-words.ts';
import { formValues } from './form/field-map.ts';
import { HistoryTab } from './history/history-tab.tsx';
import type { EarlierValues } from './history/put-back.tsx';
import styles from './record-drawer.module.css';
import { RecordDrawer } from './record-drawer.tsx';
import { RecordTabs } from './record-page.tsx';
import { useUsageWords } from './usage-words.ts';
import { useEntityRecord, useRefreshEntity } from './use-entity-record.ts';
import type { Panel } from './use-panel.ts';

const AlsoHere = part(() => import('./also-here.tsx'), 'AlsoHere');
const SKELETONS = ['6rem', '100%', '4rem', '100%', '8rem', '100%'];

/** Properties of the panel. */
export interface EntityDrawerProps<Row extends EntityRow> {
  readonly definition: EntityDefinition<Row>;
  readonly id: string;
  readonly panel: Panel;
}

/** `?edit=…`: one record beside its list. */
export function EntityDrawer<Row extends EntityRow>({ definition, id, panel }: EntityDrawerProps<Row>) {
  const messages = useMessages();
  const { t } = messages;
  const record = useEntityRecord(definition, id);
  const { State } = definition;
  const title = record.data ? definition.nameOf(record.data, messages) : null;
  const href = `${definition.path}?${new URLSearchParams({ edit: id })}`;
  useNoteRecord(href, title);
  if (record.data) {
    return (
      <RecordDrawer
        title={title ?? ''}
        state={
          <>
            {State ? <State record={record.data} variant="pill" /> : null}
            <AlsoHere href={href} />
          </>
        }
        about={<RecordAbout code={definition.codeOf?.(record.data)} usages={record.data.usedBy} />}
        onClose={panel.close}
        isDocked={definition.isDocked}
      >
        <EntityParts definition={definition} record={record.data} panel={panel} />
      </RecordDrawer>
    );
  }
  return (
    <RecordDrawer title={t(definition.list.titleKey)} onClose={panel.close} isDocked={definition.isDocked}>
      {record.error ? (
        <QueryFailure query={record} title={t('crud.place.failed')} />
      ) : record.isPending ? (
        <div className="bc-form-body" role="status" aria-label={t('common.place.loading')}>
          {SKELETONS.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars in a fixed order
            <Skeleton key={index} width={width} />
          ))}
        </div>
      ) : (
        <EmptyState title={t('crud.place.missing')} body={t('error.record.not-found')} />
      )}
    </RecordDrawer>
  );
}

interface RecordAboutProps {
  readonly code: string | undefined;
  readonly usages: EntityRecordPart['usedBy'];
}

/** Permanent code and usages of a record; only the code where usages are not counted. */
function RecordAbout({ code, usages }: RecordAboutProps) {
  const words = useUsageWords(usages);
  return (
    <>
      {code === undefined ? null : (
        <bdi className="bc-code" dir="ltr">
          {code}
        </bdi>
      )}
      {code === undefined || usages.length === 0 ? null : ' · '}
      {usages.length === 0 ? null : <span>{words}</span>}
    </>
  );
}

interface EntityPartsProps<Row extends EntityRow> {
  readonly definition: EntityDefinition<Row>;
  readonly record: EntityRecord<Row>;
  readonly panel: Panel;
}

function EntityParts<Row extends EntityRow>({ definition, record, panel }: EntityPartsProps<Row>) {
  const { t } = useMessages();
  const words = useEntityWords(definition, record);
  const refresh = useRefreshEntity(definition);
  const { Actions, archival, documents } = definition;
  const [earlier, setEarlier] = useState<EarlierValues | null>(null);
  const mayEdit = record.actions.includes('EDIT');
  const isHistory = panel.tab === 'history';
  const tab = isHistory ? 'history' : 'details';
  const tabs = [
    { key: 'details', label: t('crud.tab.details') },
    { key: 'history', label: t('crud.tab.history') },
  ];
  return (
    <>
      <RecordTabs tabs={tabs} tab={tab} search={panel.search} />
      <div className={styles['panel']} role="tabpanel" id="record-panel" aria-labelledby={`record-tab-${tab}`}>
        {/* The form remains mounted behind the history tab, with its input. */}
        <div className={styles['panel']} hidden={isHistory}>
          <EntityForm
            key={`${mayEdit ? 'edit' : 'read'} ${earlier?.time ?? ''}`}
            definition={definition}
            earlier={earlier}
            record={record}
            words={words}
            onDone={panel.close}
            isDrawer
          >
            {Actions ? <Actions record={record} onChanged={refresh} /> : null}
            {archival ? <EntityArchive definition={definition} archival={archival} record={record} /> : null}
          </EntityForm>
        </div>
        {isHistory ? (
          <HistoryTab
            {...words}
            putBack={{
              present: formValues(record, definition.fields),
              open: mayEdit
                ? (values) => {
                    setEarlier(values);
                    panel.showForm();
                  }
                : null,
              whyNot: t('crud.history.not-now'),
            }}
            queryKey={['entity-history', definition.record.noun, record.id]}
            id={record.id}
            document={documents.history}
          />
        ) : null}
      </div>
    </>
  );
}
