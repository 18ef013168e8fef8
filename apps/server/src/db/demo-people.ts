/** Subject of the person behind streamer@demo.test, whom the demo's campaigns name as a partner. */
export const DEMO_STREAMER_SUB = '0192f000-0000-7000-8000-00000000b001';

/** Subject of the person behind admin@demo.test, who finds a finished export among their jobs. */
export const DEMO_ADMIN_SUB = '0192f000-0000-7000-8000-00000000b002';
