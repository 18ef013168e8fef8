import { dateFormat } from '../format/formats.ts';
import { readConfig } from './config.ts';
import { isText } from './shape.ts';

/** A time zone that this browser knows and the server takes; null for anything else. */
export function usableZone(zone: unknown): string | null {
  if (!isText(zone) || readConfig(document, window.location.origin).refusedTimezones.includes(zone)) return null;
  try {
    dateFormat('en-US', { timeZone: zone });
    return zone;
  } catch {
    // Only another browser knows it.
    return null;
  }
}

/** The zone of this device, or UTC if the server refuses it: screens, charts and files have the same clock. */
export function deviceZone(): string {
  return usableZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC';
}
