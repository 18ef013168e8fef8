import { ACCOUNT_MACHINE } from './account-states.ts';
import { APP_MACHINE } from './app-states.ts';
import { AWARD_MACHINE, BADGE_MACHINE } from './badge-states.ts';
import { CAMPAIGN_MACHINE } from './campaign-states.ts';
import { COUPON_MACHINE, REDEMPTION_MACHINE } from './coupon-states.ts';
import { GIVEAWAY_ENTRY_MACHINE, GIVEAWAY_MACHINE, GIVEAWAY_WINNER_MACHINE } from './giveaway-states.ts';
import { JOB_MACHINE } from './job-states.ts';
import { MACHINE_CLIENT_MACHINE, STREAMER_MACHINE } from './machine-client-states.ts';
import { NOTIFICATION_MACHINE } from './notification-states.ts';
import { RELEASE_MACHINE } from './release-states.ts';
import type { StateMachine } from './state-machine.ts';
import { STORE_MACHINE } from './store-states.ts';

/** The machine of every kind of record that has states, in the order of docs/states.md. */
export const STATE_MACHINES: readonly StateMachine[] = [
  ACCOUNT_MACHINE,
  STORE_MACHINE,
  CAMPAIGN_MACHINE,
  COUPON_MACHINE,
  REDEMPTION_MACHINE,
  STREAMER_MACHINE,
  NOTIFICATION_MACHINE,
  GIVEAWAY_MACHINE,
  GIVEAWAY_ENTRY_MACHINE,
  GIVEAWAY_WINNER_MACHINE,
  BADGE_MACHINE,
  AWARD_MACHINE,
  RELEASE_MACHINE,
  MACHINE_CLIENT_MACHINE,
  APP_MACHINE,
  JOB_MACHINE,
];
