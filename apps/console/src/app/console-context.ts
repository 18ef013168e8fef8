import { createContext, use } from 'react';
import type { ConsoleConfig } from '../lib/settings/config.ts';

interface ConsoleContextValue {
  readonly config: ConsoleConfig;
}

export const ConsoleContext = createContext<ConsoleContextValue | null>(null);

/** The settings of this console. */
export function useConsole(): ConsoleContextValue {
  const value = use(ConsoleContext);
  if (!value) throw new Error('ConsoleContext is missing above this component');
  return value;
}
