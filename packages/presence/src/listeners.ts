import type { Unsubscribe, ValueListener } from './presence.port.ts';

/**
 * Calls each listener that is still subscribed; one that throws is logged and affects neither the others nor the
 * caller.
 */
export function tell<Value>(listeners: ReadonlySet<ValueListener<Value>>, value: Value): void {
  for (const listener of [...listeners]) {
    if (!listeners.has(listener)) continue;
    try {
      listener(value);
    } catch (cause) {
      console.error('Presence, a listener:', cause);
    }
  }
}

/** Adds a listener and calls it with the current value, unless undefined. */
export function listen<Value>(
  listeners: Set<ValueListener<Value>>,
  listener: ValueListener<Value>,
  known: Value | undefined,
): Unsubscribe {
  // Subscriptions are separate, even with the same listener.
  const own = (value: Value) => listener(value);
  listeners.add(own);
  if (known !== undefined) own(known);
  return () => void listeners.delete(own);
}
