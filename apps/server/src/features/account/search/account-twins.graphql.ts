import type { AccountState } from '@backcounter/domain';
import { needs } from '../../../graphql/authorise.ts';
import { callerMay, type RequestContext } from '../../../graphql/request-context.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { accountNotFound } from '../account-record.ts';
import type { AccountStateRef } from '../account-type.graphql.ts';

const REASONS = {
  EMAIL: 'The same mailbox: equal up to a part after `+`, and dots at Gmail. Needs `account.read-contact`.',
  PERSON: 'The same birth date and a similar name.',
  PHONE: 'The same phone number. Needs `account.read-contact`.',
};

interface Twin {
  readonly id: string;
  readonly number: number;
  readonly displayName: string | null;
  readonly state: AccountState;
  readonly score: number;
  readonly reasons: readonly (keyof typeof REASONS)[];
}

/** Accounts that may be of the same person. */
export function addAccountTwins(builder: Builder, state: AccountStateRef): void {
  const reason = addEnum(builder, 'AccountTwinReason', 'Why two accounts may be of one person.', REASONS);
  const twin = builder.objectRef<Twin>('AccountTwin').implement({
    description: 'Another account that may be of the same person.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the account.' }),
      number: t.exposeInt('number', { description: 'Its number.' }),
      displayName: t.exposeString('displayName', orNull('Its name.')),
      state: t.expose('state', { type: state, description: 'Its state; erased ones are never listed.' }),
      score: t.exposeInt('score', { description: 'How likely it is, up to 100.' }),
      reasons: t.expose('reasons', { type: [reason], description: 'Why.' }),
    }),
  });
  builder.queryField('accountTwins', (t) =>
    t.field({
      type: [twin],
      description: 'At most 5 accounts that may be of the same person, most likely ones first.',
      extensions: needs('account.read'),
      args: { accountId: t.arg.id({ required: true, description: 'The account.' }) },
      resolve: (_root, { accountId }, context) => findTwins(context, accountId),
    }),
  );
}

/** The expression of the index `account_mailbox`. */
const MAILBOX = `(case when a.email_key ~ '@(gmail|googlemail)[.]com$'
  then replace(split_part(split_part(a.email_key, '@', 1), '+', 1), '.', '') || '@gmail.com'
  else split_part(split_part(a.email_key, '@', 1), '+', 1) || '@' || split_part(a.email_key, '@', 2) end)`;
/** A shared number or mailbox, such as that of a company, may have many. */
const ALIKE_MAX = 100;

async function findTwins(context: RequestContext, id: string): Promise<Twin[]> {
  if (!isUuid(id)) throw accountNotFound();
  const alike = (reason: keyof typeof REASONS, score: string, condition: string, joins = '') =>
    `(select a.id, '${reason}' as reason, ${score} as score from me join account a on ${condition} ${joins}
      where a.id <> me.id and a.state <> 'ERASED' limit ${ALIKE_MAX})`;
  const byContact = [
    alike('EMAIL', '60', `a.email_key is not null and ${MAILBOX} = me.mailbox`),
    alike('PHONE', '50', 'a.phone_e164 = me.phone_e164'),
  ];
  const text = `with me as materialized (
      select a.id, a.phone_e164, a.birth_date, s.name, ${MAILBOX} as mailbox
      from account a left join account_search s on s.account_id = a.id where a.id = $1::uuid and a.state <> 'ERASED'
    ), alike as (${[
      alike(
        'PERSON',
        'round(70 * similarity(s.name, me.name))',
        'a.birth_date = me.birth_date',
        'join account_search s on s.account_id = a.id and similarity(s.name, me.name) >= 0.6',
      ),
      ...(callerMay(context.caller, 'account.read-contact') ? byContact : []),
    ].join(' union all ')})
    select a.id, a.public_no as number, a.display_name as "displayName", a.state, least(100, sum(l.score))::int as score,
      array_agg(l.reason order by l.score desc) as reasons
    from alike l join account a on a.id = l.id group by a.id order by least(100, sum(l.score)) desc, a.id limit 5`;
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  return context.sql.rows<Twin>(statementFor(text), [id], options);
}
