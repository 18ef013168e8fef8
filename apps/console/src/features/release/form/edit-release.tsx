import { useMessages } from '@backcounter/i18n/react';
import { EarlierNote } from '../../../records/history/put-back.tsx';
import type { EditorPart } from '../../../records/record-screen.tsx';
import { editOf, useRefreshRich } from '../../../records/rich-record.ts';
import { type ReleaseRecord, releases } from '../release.entity.ts';
import { ReleaseForm } from './release.form.tsx';
import { releaseFormValues, releasePatch } from './release-form-values.ts';

/** `/admin/releases/{id}?edit`. */
export function EditRelease({ record: release, earlier, onDone }: EditorPart<ReleaseRecord>) {
  const { t } = useMessages();
  const refresh = useRefreshRich(releases, release.id);
  return (
    <>
      {earlier ? <EarlierNote time={earlier.time} /> : null}
      <ReleaseForm
        {...editOf(releases, release, earlier, releasePatch)}
        label={t('release.edit.title', { number: release.number })}
        base={releaseFormValues(release)}
        onSaved={() => {
          void refresh();
          onDone();
        }}
        onCancel={onDone}
      />
    </>
  );
}
