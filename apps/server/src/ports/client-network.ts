import { isIPv4 } from 'node:net';

/**
 * The address itself for IPv4, its /64 network for IPv6: one client usually owns a whole /64, so its addresses count as
 * one.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined || isIPv4(address)) return mapped ?? address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  // A trailing IPv4 part covers two groups.
  const groups = [...front, ...back].reduce((sum, part) => sum + (part.includes('.') ? 2 : 1), 0);
  const all = tail === undefined ? front : [...front, ...Array.from({ length: 8 - groups }, () => '0'), ...back];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
