/** Kind of the job that sends a notification; part of the database, so never renamed. */
export const FAN_OUT_KIND = 'notification.fan-out';
