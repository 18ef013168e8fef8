import { attentionFromSql } from '../../../attention/attention-source.ts';
import { accountList } from '../account.list.ts';
import { visibleSegments } from './segment-access.ts';

/** Segments with the members of their last daily count. */
const COUNTED = `segment r cross join lateral (
  select d.day, d.members from segment_day d where d.segment_id = r.id order by d.day desc limit 1) c`;
/** Records that have begun, or begin automatically. */
const IN_FORCE = `(exists (select from notification n where n.segment_id = r.id and n.state = 'SCHEDULED')
  or exists (select from giveaway g where g.segment_id = r.id and g.state = 'PUBLISHED')
  or exists (select from campaign k where k.segment_id = r.id and k.state = 'ACTIVE' and k.ends_at > now()))`;

/** Items about segments that need attention. */
export const segmentAttention = attentionFromSql('SEGMENTS', [
  {
    kind: 'SEGMENT_EMPTY',
    scopes: { MINE: 'segment.edit', PROBLEMS: 'segment.read' },
    from: COUNTED,
    where: (values, caller) =>
      [`c.members = 0 and ${IN_FORCE}`, visibleSegments(accountList, caller)?.condition(values) ?? 'true'].join(
        ' and ',
      ),
    since: `c.day::timestamp at time zone 'UTC'`,
    severity: `'WARNING'`,
    action: () => 'REVIEW',
    subject: 'SEGMENT',
    id: 'r.id',
    title: 'r.name',
  },
]);
