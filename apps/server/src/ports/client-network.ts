import { isIPv4 } from 'node:net';

/** An IPv4 address, or the network (/64) of an IPv6 one: a client has a whole network, so that its addresses count as one. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined || isIPv4(address)) return mapped ?? address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  // An address that ends in IPv4 notation has one part less than it has groups.
  const groups = [...front, ...back].reduce((sum, part) => sum + (part.includes('.') ? 2 : 1), 0);
  const all = tail === undefined ? front : [...front, ...Array.from({ length: 8 - groups }, () => '0'), ...back];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
