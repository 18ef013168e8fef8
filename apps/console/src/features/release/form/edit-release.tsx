import { useMessages } from '@backcounter/i18n/react';
import { request } from '../../../lib/api/graphql-client.ts';
import { EarlierNote, type EarlierValues } from '../../../records/history/put-back.tsx';
import { releaseDocuments } from '../release-record.operations.ts';
import { type ReleaseRecord, useRefreshRelease } from '../use-release.ts';
import { ReleaseForm } from './release-form.tsx';
import { releaseFormValues, releasePatch } from './release-form-values.ts';

interface EditReleaseProps {
  readonly release: ReleaseRecord;
  readonly earlier: EarlierValues | null;
  readonly onDone: () => void;
}

/** `/admin/releases/{id}?edit`. */
export function EditRelease({ release, earlier, onDone }: EditReleaseProps) {
  const { t } = useMessages();
  const refresh = useRefreshRelease(release.id);
  return (
    <>
      {earlier ? <EarlierNote time={earlier.time} /> : null}
      <ReleaseForm
        label={t('release.edit.title', { number: release.number })}
        record={`release:${release.id}`}
        base={releaseFormValues(release)}
        version={release.version}
        {...(earlier ? { earlier: earlier.values } : {})}
        isOpen={(field) => release.openFields.includes(field)}
        save={async (mine, base, expectedVersion, idempotencyKey) => {
          await request(
            releaseDocuments.update,
            { input: { id: release.id, expectedVersion, patch: releasePatch(mine, base) } },
            { idempotencyKey, errorsShown: 'in-place' },
          );
        }}
        onSaved={() => {
          void refresh();
          onDone();
        }}
        onCancel={onDone}
      />
    </>
  );
}
