import account from './en-US/account.json' with { type: 'json' };
import accountMatch from './en-US/account-match.json' with { type: 'json' };
import accountRecord from './en-US/account-record.json' with { type: 'json' };
import app from './en-US/app.json' with { type: 'json' };
import approval from './en-US/approval.json' with { type: 'json' };
import area from './en-US/area.json' with { type: 'json' };
import attention from './en-US/attention.json' with { type: 'json' };
import audit from './en-US/audit.json' with { type: 'json' };
import badge from './en-US/badge.json' with { type: 'json' };
import campaign from './en-US/campaign.json' with { type: 'json' };
import campaignForm from './en-US/campaign-form.json' with { type: 'json' };
import common from './en-US/common.json' with { type: 'json' };
import configEntry from './en-US/config-entry.json' with { type: 'json' };
import controls from './en-US/controls.json' with { type: 'json' };
import country from './en-US/country.json' with { type: 'json' };
import coupon from './en-US/coupon.json' with { type: 'json' };
import crud from './en-US/crud.json' with { type: 'json' };
import dashboard from './en-US/dashboard.json' with { type: 'json' };
import dateTime from './en-US/date-time.json' with { type: 'json' };
import error from './en-US/error.json' with { type: 'json' };
import exportMessages from './en-US/export.json' with { type: 'json' };
import exportSchedule from './en-US/export-schedule.json' with { type: 'json' };
import field from './en-US/field.json' with { type: 'json' };
import giveaway from './en-US/giveaway.json' with { type: 'json' };
import giveawayForm from './en-US/giveaway-form.json' with { type: 'json' };
import home from './en-US/home.json' with { type: 'json' };
import imports from './en-US/import.json' with { type: 'json' };
import job from './en-US/job.json' with { type: 'json' };
import listing from './en-US/listing.json' with { type: 'json' };
import listingFilters from './en-US/listing-filters.json' with { type: 'json' };
import listingOutside from './en-US/listing-outside.json' with { type: 'json' };
import listingPanels from './en-US/listing-panels.json' with { type: 'json' };
import listingPasted from './en-US/listing-pasted.json' with { type: 'json' };
import listingPeek from './en-US/listing-peek.json' with { type: 'json' };
import listingTimeline from './en-US/listing-timeline.json' with { type: 'json' };
import machineClient from './en-US/machine-client.json' with { type: 'json' };
import notification from './en-US/notification.json' with { type: 'json' };
import notificationForm from './en-US/notification-form.json' with { type: 'json' };
import palette from './en-US/palette.json' with { type: 'json' };
import picture from './en-US/picture.json' with { type: 'json' };
import points from './en-US/points.json' with { type: 'json' };
import proof from './en-US/proof.json' with { type: 'json' };
import records from './en-US/records.json' with { type: 'json' };
import release from './en-US/release.json' with { type: 'json' };
import releaseNotes from './en-US/release-notes.json' with { type: 'json' };
import segment from './en-US/segment.json' with { type: 'json' };
import settings from './en-US/settings.json' with { type: 'json' };
import shell from './en-US/shell.json' with { type: 'json' };
import shellPages from './en-US/shell-pages.json' with { type: 'json' };
import staffMember from './en-US/staff-member.json' with { type: 'json' };
import store from './en-US/store.json' with { type: 'json' };
import storeOnline from './en-US/store-online.json' with { type: 'json' };
import streamer from './en-US/streamer.json' with { type: 'json' };
import streamerHome from './en-US/streamer-home.json' with { type: 'json' };
import topic from './en-US/topic.json' with { type: 'json' };
import translation from './en-US/translation.json' with { type: 'json' };
import wizard from './en-US/wizard.json' with { type: 'json' };

/** All English texts by key; they ship in the code, so that no other service is needed to read the console. */
export const enUs = {
  ...accountMatch,
  ...accountRecord,
  ...account,
  ...approval,
  ...area,
  ...attention,
  ...audit,
  ...badge,
  ...campaign,
  ...campaignForm,
  ...common,
  ...configEntry,
  ...controls,
  ...country,
  ...coupon,
  ...crud,
  ...dateTime,
  ...dashboard,
  ...error,
  ...exportMessages,
  ...exportSchedule,
  ...field,
  ...giveaway,
  ...giveawayForm,
  ...home,
  ...imports,
  ...job,
  ...listing,
  ...listingFilters,
  ...listingOutside,
  ...listingPanels,
  ...listingPasted,
  ...listingPeek,
  ...listingTimeline,
  ...app,
  ...machineClient,
  ...staffMember,
  ...notification,
  ...notificationForm,
  ...palette,
  ...picture,
  ...points,
  ...proof,
  ...records,
  ...release,
  ...releaseNotes,
  ...segment,
  ...settings,
  ...shell,
  ...shellPages,
  ...store,
  ...storeOnline,
  ...streamer,
  ...streamerHome,
  ...topic,
  ...translation,
  ...wizard,
};
type ConsoleMessages = typeof enUs;

declare global {
  /** Path of these texts where they are published unchanged; made by the build. */
  const ENGLISH_FILE: string | undefined;
}

declare module '@backcounter/i18n' {
  interface MessageRegistry extends ConsoleMessages {}
}
