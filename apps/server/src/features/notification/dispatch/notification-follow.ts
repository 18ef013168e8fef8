import { bestEffort } from '../../../db/best-effort.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { Selection } from '../../../graphql/schema/selection.ts';
import { pause } from '../../../live/pause.ts';
import type { NotificationRow } from '../notification.list.ts';
import { readNotification } from '../notification-record.ts';

/** Minimum interval between updates to a subscriber. */
const QUIET_MS = 1_000;

/**
 * Yields a notification at once and after each change, until the context's signal aborts.
 * @throws AppError `record.not-found`
 */
export async function* followNotification(
  context: RequestContext,
  id: string,
  selection: Selection,
): AsyncGenerator<NotificationRow> {
  const notices = context.services.live.follow('notification_changed', context.signal);
  yield await readNotification(context, id, selection);
  for await (const { payloads, isIncomplete } of notices) {
    if (!isIncomplete && !payloads.includes(id.toLowerCase())) continue;
    const row = await bestEffort('a notification that has changed', () => readNotification(context, id, selection));
    if (row !== undefined) yield row;
    await pause(QUIET_MS, context.signal);
  }
}
