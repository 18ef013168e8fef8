import { type AttentionSource, attentionFromSql } from '../../attention/attention-source.ts';
import type { DisclosureBudgets } from '../../audit/disclosure.ts';

const DAYS_BEFORE = 14;
/** Shares of the daily budget. Above the first, an item also needs an unusual amount; above the second, it does not. */
const NOTABLE = 0.2;
const NEARLY_ALL = 0.8;

/**
 * Disclosures to each person within 24 hours, of the kind closest to its limit, with the median of the previous 14
 * days, as `r`. Keeps people with a notable amount that is over twice their median, or with nearly the whole budget
 * used.
 */
function shownMuch({ contactsPerHour, contactsPerDay, codesPerDay, exportRowsPerDay }: DisclosureBudgets): string {
  const notable = (perDay: number): number => Math.ceil(perDay * NOTABLE);
  const budgets = [
    `('CONTACT'::disclosure_kind, 'CONTACTS', ${Math.min(contactsPerHour, notable(contactsPerDay))}, ${contactsPerDay})`,
    `('CODE', 'CODES', ${notable(codesPerDay)}, ${codesPerDay})`,
    `('EXPORT_ROW', 'ROWS', ${notable(exportRowsPerDay)}, ${exportRowsPerDay})`,
  ];
  return `(select distinct on (d.staff_sub) d.*, b.name as limit_kind, b.most, u.usual, p.display_name
    from (select s.staff_sub, s.kind, sum(s.amount)::bigint as shown, min(s.bucket) as since from staff_disclosure s
      where s.bucket > now() - interval '24 hours' group by s.staff_sub, s.kind) d
    join (values ${budgets.join(', ')}) b (kind, name, notable, most) on b.kind = d.kind and d.shown >= b.notable
    cross join lateral (select (percentile_disc(0.5) within group (order by coalesce(x.amount, 0)))::bigint as usual
      from generate_series(1, ${DAYS_BEFORE}) day (n)
      left join lateral (select sum(e.amount) as amount from staff_disclosure e where e.staff_sub = d.staff_sub and e.kind = d.kind
        and e.bucket > now() - (day.n + 1) * interval '24 hours' and e.bucket <= now() - day.n * interval '24 hours') x on true) u
    left join staff_user p on p.sub = d.staff_sub
    where d.shown > 2 * u.usual or d.shown >= ${NEARLY_ALL} * b.most
    order by d.staff_sub, d.shown / b.most::float desc) r`;
}

/** Staff with an unusual number of revealed contacts or codes, and those who ask for roles. */
export const disclosureAttention: AttentionSource = {
  name: 'STAFF',
  read: (context, scope) =>
    attentionFromSql('STAFF', [
      {
        kind: 'STAFF_DISCLOSURE',
        scopes: { MINE: 'audit.read', PROBLEMS: 'audit.read' },
        from: shownMuch(context.services.disclosureBudgets),
        where: () => 'true',
        since: 'r.since',
        severity: `case when r.shown >= ${NEARLY_ALL} * r.most then 'CRITICAL' else 'WARNING' end`,
        action: () => 'REVIEW',
        subject: 'STAFF',
        id: 'r.staff_sub',
        title: 'coalesce(r.display_name, r.staff_sub)',
        facts: { count: 'r.shown', usual: 'r.usual', limit: 'r.most', limitKind: 'r.limit_kind' },
      },
      {
        kind: 'STAFF_REQUEST',
        scopes: { MINE: 'staff-member.edit' },
        from: 'access_request r left join staff_user p on p.sub = r.staff_sub',
        where: () => 'asks_for(r.staff_sub) is not null',
        since: 'r.requested_at',
        severity: `'WARNING'`,
        action: () => 'REVIEW',
        subject: 'STAFF',
        id: 'r.staff_sub',
        title: 'coalesce(p.display_name, r.staff_sub)',
      },
    ]).read(context, scope),
};
