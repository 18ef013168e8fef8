import { formatLocale } from '@backcounter/i18n/locale';
import { load } from '../../../lib/api/graphql-client.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import type { GuardedVisit } from '../../../lib/settings/guard.ts';
import { i18n } from '../../../lib/settings/i18n.ts';
import { settings } from '../../../lib/settings/settings.ts';
import { richKey } from '../../../records/record-kind.ts';
import { campaignDocuments } from '../campaign-record.operations.ts';

/**
 * Reports whether the campaign names this streamer; the server hides other campaigns. The answer is cached for the
 * page.
 */
export async function namesPerson({ params: { id = '' }, signal }: GuardedVisit): Promise<boolean> {
  const locale = formatLocale(i18n.snapshot().locale, settings.state.get());
  try {
    const { record } = await load(campaignDocuments.record, { id, locale }, signal);
    queryClient.setQueryData(richKey('campaign', id, locale), record);
    return true;
  } catch (cause) {
    if (cause instanceof RequestError && cause.code === 'record.not-found') return false;
    throw cause;
  }
}
