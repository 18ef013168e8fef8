import { useMessages } from '@backcounter/i18n/react';
import { useQueryClient } from '@tanstack/react-query';
import { dateFormat } from '../../../lib/format/formats.ts';
import { PageHeader } from '../../../lib/page/page-header.tsx';
import { useCreation } from '../../../records/rich-record.ts';
import { releases } from '../release.entity.ts';
import { ReleaseStateMark } from '../release-state.tsx';
import { ReleaseForm } from './release.form.tsx';
import { newReleaseValues, releaseInput } from './release-form-values.ts';

/** `/admin/releases?new`: a release that is not there yet. */
export function NewRelease({ onClose }: { readonly onClose: () => void }) {
  const { t, timeZone } = useMessages();
  const queryClient = useQueryClient();
  const { open, ...creation } = useCreation(releases, releaseInput);
  const today = dateFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date());
  return (
    <div className="bc-form-page">
      <PageHeader title={t('release.new.title')} note={<ReleaseStateMark state="DRAFT" variant="pill" />} />
      <ReleaseForm
        {...creation}
        label={t('release.new.title')}
        base={newReleaseValues(today)}
        verb={t('release.new.create')}
        onSaved={() => {
          void queryClient.invalidateQueries({ queryKey: ['release', 'numbers'] });
          open();
        }}
        onCancel={onClose}
      />
    </div>
  );
}
