/** Who acts where no person does; its `staff_user` row gives histories a name to show. */
export const SYSTEM_ACTOR = { sub: 'system', name: 'Backcounter' } as const;
