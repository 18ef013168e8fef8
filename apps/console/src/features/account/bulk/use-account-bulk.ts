import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import type {
  AccountBulkAction,
  AccountBulkPatchInput,
  AccountSelection,
  StartAccountBulkInput,
} from '../../../generated/graphql.ts';
import { reasonWords } from '../../../jobs/job-words.ts';
import { load, request } from '../../../lib/api/graphql-client.ts';
import type { BulkDialogProps } from '../../../lib/record/selected-rows.ts';
import type { BulkStart } from '../../../records/bulk/bulk-dialog.tsx';
import type { BulkForecast } from '../../../records/bulk/bulk-forecast.tsx';
import { accountName } from '../account-columns.tsx';
import { accountBulkPreviewQuery, startAccountBulkMutation } from './account-bulk.operations.ts';

/** Parameters of an action besides the accounts; null: not chosen yet. */
interface BulkAbout {
  /** Topic or badge. */
  readonly targetId?: string | null;
  readonly patch?: AccountBulkPatchInput | null;
}

/** Dry run and start of an action on the selected accounts. */
export function useAccountBulk(
  action: AccountBulkAction,
  { selection, onStarted }: BulkDialogProps,
  about: BulkAbout = {},
) {
  const messages = useMessages();
  const chosen = selection as AccountSelection;
  const forecast = useQuery({
    queryKey: ['account-bulk-preview', action, chosen, about],
    queryFn: async ({ signal }): Promise<BulkForecast> => {
      const variables = { selection: chosen, action, ...about };
      const { previewAccountBulk } = await load(accountBulkPreviewQuery, variables, signal);
      const { upTo, kind, total, groups } = previewAccountBulk;
      return {
        upTo,
        kind,
        total,
        groups: groups.map(({ reason, count, samples }) => ({
          reason: reason ?? null,
          count,
          samples: samples.map(({ id, number, displayName }) => ({
            id,
            label: accountName({ displayName: displayName ?? null, number }, messages),
            href: `/accounts/${id}`,
          })),
        })),
      };
    },
    // The dry run stays until the dialog is closed: the request confirms exactly its result.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: about.targetId !== null && about.patch !== null,
  });
  return {
    forecast,
    reasonWords: (reason: string) => reasonWords('account.bulk-change', reason, messages),
    start: async (
      { upTo, idempotencyKey }: BulkStart,
      input: Pick<StartAccountBulkInput, 'reason' | 'until'>,
    ): Promise<void> => {
      const { startAccountBulk } = await request(
        startAccountBulkMutation,
        { input: { ...input, ...about, action, selection: { ...chosen, upTo } } },
        { idempotencyKey, errorsShown: 'in-place', successShown: 'by-caller' },
      );
      onStarted(startAccountBulk.job.id);
    },
  };
}
