import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconArchive, IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { errorKeyOf } from '../lib/api/error-text.ts';
import { showDone } from '../lib/api/outcome-toasts.ts';
import { RequestError } from '../lib/api/request-error.ts';
import { changeSeen, type Saved, useRecordStep } from '../lib/record/record-steps.ts';
import type { EntityArchival, EntityDefinition, EntityRecord, EntityRow } from './entity-definition.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { DrawerPart } from './record-drawer.tsx';
import { usageOf, useUsageWords } from './usage-words.ts';
import { useEntityRecord, useRefreshEntity } from './use-entity-record.ts';

/** From this many users on, a mistake is costly: the code has to be typed. */
const TYPED_FROM_USERS = 100;

interface EntityArchiveProps<Row extends EntityRow> {
  readonly definition: EntityDefinition<Row>;
  readonly archival: EntityArchival;
  readonly record: EntityRecord<Row>;
}

/** The Archive and Restore actions of a record. */
export function EntityArchive<Row extends EntityRow>({ definition, archival, record }: EntityArchiveProps<Row>) {
  const messages = useMessages();
  const { t } = messages;
  const refresh = useRefreshEntity(definition);
  const [isAsking, setAsking] = useState(false);
  const name = definition.nameOf(record, messages);
  const may = (action: string) => record.actions.includes(action);

  const restore = async (archived: { readonly id: string; readonly version: number }) => {
    try {
      await changeSeen(archival.restore, archived, {});
    } catch (error) {
      // The client has shown it in a toast.
      if (!(error instanceof RequestError)) throw error;
    } finally {
      await refresh();
    }
  };

  return (
    <DrawerPart>
      {may('ARCHIVE') ? (
        <Button
          className="bc-destructive"
          leftSection={<IconArchive size={16} stroke={1.75} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t('crud.archive.action')}
        </Button>
      ) : null}
      {may('RESTORE') ? (
        <Button
          leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
          onClick={() => void restore(record)}
        >
          {t('crud.restore.action')}
        </Button>
      ) : null}
      {isAsking ? (
        <ArchiveDialog
          definition={definition}
          archival={archival}
          record={record}
          onClose={() => setAsking(false)}
          onArchived={(archived) =>
            showDone({ action: { label: t('crud.archive.undo', { name }), onClick: () => void restore(archived) } })
          }
        />
      ) : null}
    </DrawerPart>
  );
}

interface ArchiveDialogProps<Row extends EntityRow> extends EntityArchiveProps<Row> {
  readonly onClose: () => void;
  readonly onArchived: (archived: Saved['saved']['record']) => void;
}

function ArchiveDialog<Row extends EntityRow>(props: ArchiveDialogProps<Row>) {
  const { definition, archival, record } = props;
  const messages = useMessages();
  const { t } = messages;
  const send = useRecordStep(record, { onClose: props.onClose, refresh: useRefreshEntity(definition) });
  // Counts again: the drawer may have been open for hours.
  const present = useEntityRecord(definition, record.id);
  const usedBy = present.data?.usedBy ?? record.usedBy;
  const usage = useUsageWords(usedBy);
  const name = definition.nameOf(record, messages);
  const code = definition.codeOf?.(record) ?? name;
  return (
    <ReasonDialog
      title={t('crud.archive.title', { name })}
      consequence={
        <>
          <p>{usage}</p>
          {present.error ? <p role="status">{t(errorKeyOf(present.error))}</p> : null}
          <p>{t('crud.archive.consequence')}</p>
        </>
      }
      verb={t('crud.archive.action')}
      isDestructive
      isReasonRequired={false}
      {...(usageOf(usedBy) >= TYPED_FROM_USERS
        ? { typed: { text: code, label: t('crud.archive.typed', { code }) } }
        : {})}
      onClose={props.onClose}
      onConfirm={async (reason) => {
        const { saved } = await send(archival.archive, { reason: reason || null }, { successShown: 'by-caller' });
        props.onArchived(saved.record);
      }}
    />
  );
}
