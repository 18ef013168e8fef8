import { createContext } from 'react';

/** Layers of the shell; one at a time. */
export type ShellLayer = 'navigation' | 'shortcuts' | 'messages' | 'settings' | 'palette' | 'jobs';

/** Opens a layer from a page inside of the shell. */
export const OpenLayer = createContext<(layer: ShellLayer) => void>(() => undefined);
