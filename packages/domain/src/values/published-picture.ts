/** Folders of published pictures: anyone who knows the path of one may load it. */
export const PUBLISHED_FOLDERS = ['apps', 'notifications', 'prizes'] as const;
/** A folder of published pictures. */
export type PublishedFolder = (typeof PUBLISHED_FOLDERS)[number];

const published = (folder: PublishedFolder): RegExp =>
  new RegExp(`^/files/${folder}/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.png$`);
/** Path of the published picture of apps. */
export const APP_PICTURE: RegExp = published('apps');
/** Path of the published picture of notifications. */
export const NOTIFICATION_PICTURE: RegExp = published('notifications');
/** Path of the published picture of prizes. */
export const PRIZE_PICTURE: RegExp = published('prizes');
