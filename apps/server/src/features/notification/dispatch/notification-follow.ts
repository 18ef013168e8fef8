import { bestEffort } from '../../../db/best-effort.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { Selection } from '../../../graphql/schema/selection.ts';
import { pause } from '../../../live/pause.ts';
import { type NotificationRow, readNotification } from '../notification-record.ts';

/** However much changes, a reader is told at most once in this time. */
const QUIET_MS = 1_000;

/**
 * A notification at once and then whenever it has changed, until the signal of the context aborts.
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
