import { Menu, Popover } from '@mantine/core';

/** The library's menus and popovers, in a file of their own: see `menus.tsx`. */
export const menuParts = { Menu, Popover };
