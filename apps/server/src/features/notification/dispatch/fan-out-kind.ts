/** Kind of the job that sends a notification. It is stored, so it can't be renamed. */
export const FAN_OUT_KIND = 'notification.fan-out';
