export { Avatar, type AvatarProps, avatarPair, initials } from './avatar.tsx';
export {
  type BrandScale,
  type BrandTheme,
  brandScale,
  brandTheme,
  DEFAULT_BRAND,
  type ThemeColors,
} from './brand-scale.ts';
export { contrast, parseHex } from './color-math.ts';
export { type HintTarget, useHint } from './hint.tsx';
export { IdChip, type IdChipProps } from './id-chip.tsx';
export { LiveMark, type LiveMarkProps } from './live-mark.tsx';
export { loadMenus, Menu, Popover } from './menus.tsx';
export {
  EmptyState,
  type EmptyStateProps,
  ErrorPanel,
  type ErrorPanelProps,
  Skeleton,
  type SkeletonProps,
} from './panels.tsx';
export { RelativeTime, type RelativeTimeProps, useClock } from './relative-time.tsx';
export { formatExact, formatRelative, type TimeStyle } from './relative-time-format.ts';
export { State, type StateProps, type UiIcon } from './state.tsx';
export { BREAKPOINTS_PX, BUTTON_HEIGHTS_PX, type ButtonSize } from './theme.ts';
export { ToastRegion, type ToastRegionProps } from './toast-region.tsx';
export {
  createToastStore,
  DEFAULT_TOAST_TIMEOUT_MS,
  TOAST_EXTENSION_MS,
  TOAST_POSITIONS,
  TOAST_TYPES,
  type Toast,
  type ToastPosition,
  type ToastRequest,
  type ToastSnapshot,
  type ToastStore,
  type ToastType,
} from './toast-store.ts';
export { COLOR_TOKENS, type ColorToken, type Mode, modeVariables, TONES, type Tone } from './tokens.ts';
export { UiProvider, type UiProviderProps } from './ui-provider.tsx';
