import { STORE_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import type { StoreBulkAction, StoreSelection } from '../../../generated/graphql.ts';
import { reasonWords } from '../../../jobs/job-words.ts';
import { load, request } from '../../../lib/api/graphql-client.ts';
import type { BulkDialogProps } from '../../../lib/record/selected-rows.ts';
import { BulkDialog } from '../../../records/bulk/bulk-dialog.tsx';
import type { BulkForecast } from '../../../records/bulk/bulk-forecast.tsx';
import { askedBefore } from '../../../records/state-actions.ts';
import { startStoreBulkMutation, storeBulkPreviewQuery } from './store-bulk.operations.ts';

const KEYS = { ACTIVATE: 'activate', REACTIVATE: 'reactivate', SUSPEND: 'suspend' } as const satisfies Record<
  StoreBulkAction,
  string
>;

/** Shows the effect on the selected stores, then starts the job. */
export function StoreChangeMany({ action, ...props }: BulkDialogProps & { readonly action: StoreBulkAction }) {
  const messages = useMessages();
  const { t } = messages;
  const selection = props.selection as StoreSelection;
  const key = KEYS[action];
  const forecast = useQuery({
    queryKey: ['store-bulk-preview', action, selection],
    queryFn: async ({ signal }): Promise<BulkForecast> => {
      const { previewStoreBulk } = await load(storeBulkPreviewQuery, { selection, action }, signal);
      const { upTo, kind, total, groups } = previewStoreBulk;
      return {
        upTo,
        kind,
        total,
        groups: groups.map(({ reason, count, samples }) => ({
          reason: reason ?? null,
          count,
          samples: samples.map(({ id, name }) => ({ id, label: name, href: `/stores/${id}` })),
        })),
      };
    },
    // The dry run stays until the dialog is closed: the request confirms exactly its result.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <BulkDialog
      titles={[`store.bulk.${key}.title`, `store.bulk.${key}.title-all`]}
      verb={t(`store.action.${key}`)}
      consequence={t(`store.bulk.${key}.consequence`)}
      changeWords={(count) => t(`store.bulk.${key}.will`, { count })}
      reasonWords={(reason) => reasonWords('store.bulk-change', reason, messages)}
      {...askedBefore(STORE_MACHINE, key)}
      count={props.count}
      forecast={forecast}
      onStart={async ({ reason, upTo, idempotencyKey }) => {
        const { startStoreBulk } = await request(
          startStoreBulkMutation,
          { input: { action, reason: reason || null, selection: { ...selection, upTo } } },
          { idempotencyKey, errorsShown: 'in-place', successShown: 'by-caller' },
        );
        props.onStarted(startStoreBulk.job.id);
      }}
      onClose={props.onClose}
    />
  );
}
