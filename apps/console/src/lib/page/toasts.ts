import { createToastStore } from '@backcounter/ui';

/** The console's toasts. */
export const toasts = createToastStore();
