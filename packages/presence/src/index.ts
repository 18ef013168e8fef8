export { PICTURE_FAILURE, PresenceError, type PresenceErrorCode } from './presence.error.ts';
export type {
  OnlineEntry,
  PictureUrl,
  Presence,
  PresenceLink,
  RealtimeUser,
  Unsubscribe,
  ValueListener,
} from './presence.port.ts';
