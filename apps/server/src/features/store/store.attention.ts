import { attentionFromSql } from '../../attention/attention-source.ts';

/** Wallets of suspended stores. Those of closed stores stay frozen permanently, which is no problem. */
const FROZEN = `(select count(*) as wallets, max(s.state_changed_at) as last_at,
    case when count(*) = 1 then (array_agg(s.id))[1] end as id, case when count(*) = 1 then (array_agg(s.sid))[1] end as sid,
    case when count(*) = 1 then (array_agg(s.name))[1] end as name,
    to_jsonb((array_agg(s.name order by s.state_changed_at desc, s.id))[1:2]) as names
  from store s join points_wallet w on w.owner_type = 'STORE' and w.owner_id = s.id and w.frozen where s.state = 'SUSPENDED') r`;

/** Items about stores that need attention. */
export const storeAttention = attentionFromSql('STORES', [
  {
    kind: 'WALLETS_FROZEN',
    scopes: { PROBLEMS: 'points.read' },
    from: FROZEN,
    where: () => 'r.wallets > 0',
    since: 'r.last_at',
    severity: `'WARNING'`,
    action: () => 'OPEN',
    subject: 'STORE',
    id: 'r.id',
    code: 'r.sid',
    title: 'r.name',
    facts: { count: 'r.wallets', names: 'r.names' },
  },
]);
