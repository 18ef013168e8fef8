import { useMessages } from '@backcounter/i18n/react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { request } from '../../../lib/api/graphql-client.ts';
import { dateFormat } from '../../../lib/format/formats.ts';
import { PageHeader } from '../../../lib/page/page-header.tsx';
import { refreshLists } from '../../../listing/use-list-data.ts';
import { releaseDocuments } from '../release-record.operations.ts';
import { ReleaseStateMark } from '../release-state.tsx';
import { RELEASES, releaseHref } from '../use-release.ts';
import { ReleaseForm } from './release-form.tsx';
import { newReleaseValues, releaseInput } from './release-form-values.ts';

/** `/admin/releases?new`: a release that is not there yet. */
export function NewRelease({ onClose }: { readonly onClose: () => void }) {
  const { t, timeZone } = useMessages();
  const router = useRouter();
  const queryClient = useQueryClient();
  const created = useRef<string>(undefined);
  const today = dateFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date());
  return (
    <div className="bc-form-page">
      <PageHeader title={t('release.new.title')} note={<ReleaseStateMark state="DRAFT" variant="pill" />} />
      <ReleaseForm
        label={t('release.new.title')}
        record="release:new"
        base={newReleaseValues(today)}
        version={0}
        verb={t('release.new.create')}
        isOpen={() => true}
        save={async (mine, _base, _version, idempotencyKey) => {
          const { saved } = await request(
            releaseDocuments.create,
            { input: releaseInput(mine) },
            { idempotencyKey, errorsShown: 'in-place' },
          );
          created.current = saved.record.id;
        }}
        onSaved={() => {
          void queryClient.invalidateQueries({ queryKey: ['release', 'numbers'] });
          void refreshLists(queryClient, RELEASES);
          void router.navigate({ href: releaseHref(created.current ?? '') });
        }}
        onCancel={onClose}
      />
    </div>
  );
}
