import type { PlaceholderValues } from '@backcounter/domain';
import { type EffectContext, requirePermission } from '../../graphql/request-context.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { valuesOfAccounts } from './dispatch/placeholder-values.ts';

/** An account with its values for placeholders. */
export interface NotificationSample extends PlaceholderValues {
  readonly id: string;
  readonly publicNo: number;
}

const SAMPLES = 5;

/** Accounts that marketing of a topic reaches, or that its service reaches, the oldest first; none for an unknown topic. */
const RECIPIENTS = `
  select a.id, a.public_no::float8 as "publicNo" from topic t
    join account_topic_subscription s on s.topic_id = t.id and s.is_subscribed
    join account a on a.id = s.account_id and a.state = 'ACTIVE' and (a.push_consent or t.kind = 'SERVICE')
  where t.id = $1::uuid and a.display_name is not null order by s.account_id limit ${SAMPLES}`;

/** Up to five recipients of a topic, to preview a text with. */
export async function readSamples(context: EffectContext, topicId: string): Promise<readonly NotificationSample[]> {
  requirePermission(context.caller, 'account.read');
  requirePermission(context.caller, 'points.read');
  if (!isUuid(topicId)) return [];
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const found = await context.sql.rows<Pick<NotificationSample, 'id' | 'publicNo'>>(
    statementFor(RECIPIENTS),
    [topicId],
    options,
  );
  const ids = found.map(({ id }) => id);
  const values = await valuesOfAccounts(context.db, ids);
  return found.flatMap((account) => {
    const own = values.get(account.id);
    return own === undefined ? [] : [{ ...account, ...own }];
  });
}
