import { ERROR_CODES, type ErrorCode } from '@backcounter/domain';

/** Why a code is answered, and the way on, for people who write programs. */
export interface ErrorAdvice {
  readonly cause: string;
  readonly remedy: string;
}

const RELOAD = 'Read the record again and decide again.';
const STAFF_ONLY = 'For staff only: show the message.';

const advice = (cause: string, remedy: string): ErrorAdvice => ({ cause, remedy });

/** Every error code with its cause and remedy; the tables of the documentation are made of it. */
export const ERROR_GUIDE: Readonly<Record<ErrorCode, ErrorAdvice>> = {
  'session.required': advice('No token, or one that was never valid.', 'Request a token and send it as `Bearer`.'),
  'session.expired': advice(
    'The token has expired, or the client is suspended or its secret replaced.',
    'Request a new token. If that is refused, ask an administrator.',
  ),
  'session.action-required': advice(
    'The person must do something at the provider first.',
    'Open `details.redirectUrl` in a browser.',
  ),
  'access.denied': advice(
    'The scope in `details.scope`, or the permission in `details.permission`, is missing.',
    'Ask an administrator for it. Repeating does not help.',
  ),
  'client.out-of-bounds': advice(
    'The client is bound to other stores, countries or amounts; `details.fields` names the field.',
    'Name a store of the client, or ask an administrator to change its bounds.',
  ),
  'record.not-found': advice('The id or code names no record that you may see.', 'Check the id.'),
  'record.conflict': advice('Someone changed the record after you read it.', RELOAD),
  'state.invalid-transition': advice('The state `details.from` does not allow it; `details.allowed` does.', RELOAD),
  'wallet.not-found': advice('No wallet has this id or owner.', 'Check the account, store or wallet.'),
  'wallet.frozen': advice(
    'The owner is suspended or closed, so points cannot leave.',
    'Ask the customer to contact support.',
  ),
  'wallet.full': advice('The wallet has reached the largest total.', 'Ask an administrator.'),
  'points.insufficient': advice('The wallet has fewer points.', 'Offer less, or another means of payment.'),
  'card.replaced': advice('The card was reported lost or replaced.', 'Ask the customer for the newer card.'),
  'transfer.already-reversed': advice('The transfer was reversed before.', 'Treat it as done.'),
  'transfer.not-reversible': advice('It is a reversal itself.', 'Post the transfer again with a new key.'),
  'transfer.wrong-wallets': advice(
    'The purpose does not allow these wallets.',
    'Fix the program: see the codes of the ledger.',
  ),
  'transfer.time-out-of-range': advice(
    '`occurredAt` is too old or in the future.',
    'Fix the clock, or send it without the time.',
  ),
  'exposure.changed': advice('The worst case changed after it was agreed to.', RELOAD),
  'campaign.without-coupons': advice('The campaign has no codes.', 'Generate codes first.'),
  'campaign.has-reservations': advice('Codes are reserved now.', 'Wait some minutes and try again.'),
  'coupon.limit-reached': advice('The campaign or quota allows no more codes.', 'Ask for fewer codes.'),
  'redemption.too-old': advice('The period for rolling back is over.', 'Correct it by hand, as with points.'),
  'giveaway.registration-missing': advice(
    'Prizes of this value need registration numbers.',
    'Enter them before publication.',
  ),
  'giveaway.prizes-open': advice('Some prizes are neither delivered nor forfeited.', 'Settle them first.'),
  'giveaway.full': advice('The giveaway has its maximum number of entries.', 'Nothing to do: entries are over.'),
  'giveaway.no-coupon': advice('The campaign of the prize has no code left.', 'Generate codes and claim again.'),
  'notification.untested': advice('No test of this content was sent.', 'Send a test first.'),
  'audience.changed': advice('The number of recipients changed.', RELOAD),
  'audience.empty': advice('No one would receive it.', 'Choose another audience.'),
  'notification.blast-blocked': advice(
    'Too many marketing notifications within a short time.',
    'Wait, or ask an administrator.',
  ),
  'notification.too-late': advice('Sending starts within a minute, or has started.', RELOAD),
  'notification.nothing-failed': advice('No delivery failed.', 'Nothing to resend.'),
  'notification.already-resent': advice('The failed deliveries are being resent.', 'Wait for the result.'),
  'release.not-greatest': advice('A published release has the same number or a greater one.', 'Use a greater number.'),
  'release.empty': advice('The release has no changes.', 'Add a change first.'),
  'staff.last-administrator': advice('It would leave no active administrator.', 'Add another administrator first.'),
  'staff.own-access': advice('People cannot change their own access.', 'Ask another administrator.'),
  'approval.required': advice('A second person must approve it.', STAFF_ONLY),
  'approval.not-needed': advice('It needs no approval.', 'Do it directly.'),
  'approval.pending': advice('A request for the same is waiting.', 'Wait for its decision.'),
  'approval.void': advice('The content changed after the request.', 'Request the approval again.'),
  'approval.no-second-factor': advice('Only people with a second factor approve.', STAFF_ONLY),
  'approval.own-request': advice('People cannot decide about their own request.', STAFF_ONLY),
  'approval.unsatisfiable': advice('Fewer than two people could approve.', 'Ask an administrator to change the rule.'),
  'topic.in-use': advice('Notifications of the topic are being sent.', 'Wait until they are sent.'),
  'translation.changed': advice('The text changed after it was reviewed.', RELOAD),
  'translation.invalid': advice('Some texts cannot be displayed.', 'Correct them first.'),
  'translation.empty': advice('There is no text to publish.', 'Add a text first.'),
  'translation.source-language': advice('English cannot be withdrawn.', 'Withdraw another language.'),
  'field.invalid': advice(
    'Values break the rules in `details.fields`.',
    'Correct these fields and send it again with a new key.',
  ),
  'reason.required': advice('The change needs a reason.', 'Send `reason`.'),
  'cursor.invalid': advice('The cursor is from another list or order.', 'Start at the first page.'),
  'filter.invalid': advice('The filter or sort order is unknown.', 'Fix the program.'),
  'filter.too-broad': advice('The filter matches too much.', 'Narrow it.'),
  'export.too-large': advice('The export would have too many rows.', 'Narrow the filter.'),
  'idempotency.mismatch': advice('The key was used for other content.', 'Fix the program: one key for one request.'),
  'idempotency.in-flight': advice(
    'The first request with this key is still running.',
    'Wait for `Retry-After` and repeat it.',
  ),
  'idempotency.not-replayable': advice(
    'It was done before; the answer had personal or secret data and was not stored.',
    'Treat it as done and read `details.record`.',
  ),
  'request.malformed': advice(
    'The document, a variable or the JSON is wrong.',
    'Fix the program; `locations` and `path` have the place.',
  ),
  'request.too-large': advice('The body is too large.', 'Send fewer rows.'),
  'request.unsupported-media': advice(
    'The body is not plain JSON.',
    'Send `Content-Type: application/json`, not compressed.',
  ),
  'operation.not-allowed': advice('This server runs only known documents.', 'Use a registered document.'),
  'client.outdated': advice('The console was built for another version.', 'Reload the page.'),
  'operation.too-complex': advice(
    'The document exceeds a limit, which the message names.',
    'Split it, or ask for smaller pages.',
  ),
  'job.too-many': advice('The person has `details.max` active jobs of this kind.', 'Wait until one has finished.'),
  'rate.limited': advice('Too many requests.', 'Wait for `Retry-After`, then continue more slowly.'),
  'disclosure.limit-reached': advice(
    'The budget for personal data or codes is used up.',
    'Try again at `details.retryAt`.',
  ),
  'second-factor.required': advice('The person must confirm the second factor.', STAFF_ONLY),
  'query.timed-out': advice('The database took too long.', 'Wait for `Retry-After`, then repeat with the same key.'),
  'push.rejected': advice('The push service rejects the message.', 'Shorten or correct the message.'),
  'service.unavailable': advice(
    'The server or its database cannot answer now.',
    'Wait for `Retry-After`, then repeat with the same key.',
  ),
  unexpected: advice('A fault of the server.', 'Report `referenceId` to the operator.'),
};

/** The text that programs' authors read; its table of errors is generated. */
export const MACHINE_API = new URL('../../../../docs/machine-api.md', import.meta.url);

const TABLE = /(?<=<!-- error codes -->\n)[\s\S]*?(?=<!-- \/error codes -->)/;

/** A Markdown text with the table of all error codes between its marks, aligned as the formatter does. */
export function withErrorTable(text: string): string {
  const rows = Object.entries(ERROR_GUIDE).map(([code, { cause, remedy }]) => [
    `\`${code}\``,
    String(ERROR_CODES[code as ErrorCode]),
    cause,
    remedy,
  ]);
  const head = ['code', 'status', 'cause', 'remedy'];
  const widths = head.map((title, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0), title.length),
  );
  const line = (row: readonly string[], fill = ' ') =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |\n`;
  const table = [
    line(head),
    line(
      head.map(() => ''),
      '-',
    ),
    ...rows.map((row) => line(row)),
  ].join('');
  return text.replace(TABLE, () => `\n${table}\n`);
}
