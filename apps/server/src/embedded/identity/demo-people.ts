/** Subject of streamer@demo.test, a partner of the demo's campaigns. */
export const DEMO_STREAMER_SUB = '0192f000-0000-7000-8000-00000000b001';

/** Subject of admin@demo.test, who has a finished export among their jobs. */
export const DEMO_ADMIN_SUB = '0192f000-0000-7000-8000-00000000b002';
