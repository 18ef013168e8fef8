import { STREAMER_MACHINE, STREAMER_STATES, streamerRecord } from '@backcounter/domain';
import { defineEntity, type Entity } from '../../../crud/entity.ts';
import { ID_KEY, noProblems } from '../../../crud/entity-declaration.ts';
import { sortBy } from '../../../listing/list-parts.ts';

const CAMPAIGNS = '(select count(*) from campaign_streamer cs where cs.streamer_id = r.id and cs.removed_at is null)';

const entity = defineEntity({
  record: streamerRecord,
  typeName: 'Streamer',
  description: 'A streamer who brings coupon codes to an audience.',
  descriptions: {
    country: 'Countries of streamers, ISO 3166-1 alpha-2.',
    'state.ACTIVE': 'Can be added to campaigns.',
    'state.SUSPENDED': 'Temporarily cannot be added to campaigns.',
    signedIn: 'Whether a person signs in as the streamer.',
    created: 'When they were created.',
  },
  key: ID_KEY,
  shown: {
    state: 'r.state::text',
    stateReason: 'r.state_reason',
    stateChangedAt: 'r.state_changed_at',
    staffName: '(select u.display_name from staff_user u where u.sub = r.staff_sub)',
    campaigns: CAMPAIGNS,
    uses: 'streamer_uses(r.id)',
    commission: 'streamer_commission(r.id)',
  },
  searched: ['r.display_name', 'r.channel_url', 'r.staff_sub'],
  filters: {
    state: { kind: 'ENUM', sql: 'r.state', cast: 'streamer_state', values: STREAMER_STATES },
    country: { kind: 'CODE', sql: 'r.country_code' },
    signedIn: { kind: 'BOOLEAN', sql: 'r.staff_sub is not null' },
    created: { kind: 'INSTANT', sql: 'r.created_at' },
  },
  sorts: {
    NAME: sortBy.text('r.display_name_sort', null),
    CREATED: sortBy.instant('r.created_at', 'createdAt'),
  },
  defaultSort: 'NAME',
  usages: { campaign: 'campaign_streamer cs where cs.streamer_id = r.id and cs.removed_at is null' },
  references: { countryCode: { table: 'country', key: 'code', isOpen: 'is_active' } },
  position: null,
  problems: noProblems,
  machine: STREAMER_MACHINE,
});

/** Streamers, who bring codes to an audience. */
export const streamer: Entity = entity;
