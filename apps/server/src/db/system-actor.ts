/** Actor of automatic actions; its `staff_user` row provides the name in histories. */
export const SYSTEM_ACTOR = { sub: 'system', name: 'Backcounter' } as const;
