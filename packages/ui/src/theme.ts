import type {
  CSSVariablesResolver,
  MantineColorsTuple,
  MantineThemeOverride,
  VariantColorsResolver,
} from '@mantine/core';
import { createTheme, rem } from '@mantine/core';
import type { BrandTheme } from './brand-scale.ts';
import { modeVariables } from './tokens.ts';

/** Heights of buttons in px (specification, section 9). */
export const BUTTON_HEIGHTS_PX = { xs: 18, sm: 24, md: 32, lg: 38, xl: 46 } as const;
/** Size name of a button. */
export type ButtonSize = keyof typeof BUTTON_HEIGHTS_PX;

/** Minimum widths of the width classes in px (specification, section 9). */
export const BREAKPOINTS_PX = { sm: 600, md: 1024, lg: 1440, xl: 1920 } as const;

const PADDING_PX: Record<ButtonSize, number> = { xs: 6, sm: 8, md: 12, lg: 16, xl: 20 };
const FONT_PX: Record<ButtonSize, number> = { xs: 11, sm: 12, md: 13, lg: 14, xl: 14 };
const ACTION_ICON_PX: Record<ButtonSize, number> = { xs: 20, sm: 24, md: 28, lg: 32, xl: 44 };
const INPUT_PX: Record<ButtonSize, number> = { xs: 24, sm: 32, md: 32, lg: 38, xl: 46 };

const FONT = "'Inter Variable', 'IBM Plex Sans Arabic', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const MONO = "'JetBrains Mono Variable', ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

/** Media queries use em of the browser's own font size, so that larger text triggers the narrower layout. */
const em = (px: number) => `${px / 16}em`;

const GRAY: MantineColorsTuple = [
  '#f7f8f9',
  '#f1f3f4',
  '#e9ecee',
  '#dfe3e7',
  '#b9c0c7',
  '#7f8792',
  '#626a75',
  '#4d555f',
  '#2a3137',
  '#15191e',
];
const DARK: MantineColorsTuple = [
  '#e7eaec',
  '#a9b1ba',
  '#8b939d',
  '#6f7882',
  '#2b3238',
  '#20262a',
  '#1d2226',
  '#15191c',
  '#0f1214',
  '#0b0d0f',
];

/** A dialog's header is not a banner of the page. */
const DIALOG_ATTRIBUTES = { header: { role: 'presentation' } } as const;

const isSize = (size: unknown): size is ButtonSize => typeof size === 'string' && size in BUTTON_HEIGHTS_PX;
const sizeOf = (size: unknown, fallback: ButtonSize): ButtonSize => (isSize(size) ? size : fallback);

/**
 * Filled controls take their text colour from tokens: Mantine's own contrast choice considers the light shade only.
 * `red` is the destructive colour: negative text on a default button, negative fill inside its dialog.
 */
const variantColors: VariantColorsResolver = ({ variant, color }) => {
  const isRed = color === 'red';
  const none = { border: 'none' };
  switch (variant) {
    case 'filled':
      return isRed
        ? { background: 'var(--bc-negative)', hover: 'var(--bc-negative-hover)', color: 'var(--bc-on-tone)', ...none }
        : { background: 'var(--bc-brand)', hover: 'var(--bc-brand-hover)', color: 'var(--bc-on-brand)', ...none };
    case 'light':
      return { background: 'var(--bc-brand-soft)', hover: 'var(--bc-selected)', color: 'var(--bc-brand-ink)', ...none };
    case 'subtle':
    case 'transparent':
      return {
        background: 'transparent',
        hover: variant === 'subtle' ? 'var(--bc-nav-active)' : 'transparent',
        color: isRed ? 'var(--bc-negative)' : 'var(--bc-text2)',
        ...none,
      };
    default:
      return {
        background: 'var(--bc-surface)',
        hover: 'var(--bc-hover)',
        color: isRed ? 'var(--bc-negative)' : 'var(--bc-text)',
        border: '1px solid var(--bc-border)',
      };
  }
};

/** Mantine's theme for a brand. */
export function createUiTheme(brand: BrandTheme): MantineThemeOverride {
  return createTheme({
    colors: { brand: brand.scale as MantineColorsTuple, gray: GRAY, dark: DARK },
    primaryColor: 'brand',
    primaryShade: brand.fillStep as { light: 6; dark: 4 },
    variantColorResolver: variantColors,
    black: '#15191e',
    cursorType: 'pointer',
    respectReducedMotion: true,
    defaultRadius: 'md',
    fontFamily: FONT,
    fontFamilyMonospace: MONO,
    fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(20), xl: rem(24) },
    lineHeights: { xs: '1.3334', sm: '1.5385', md: '1.4286', lg: '1.4', xl: '1.3334' },
    fontWeights: { regular: '400', medium: '500', bold: '600' },
    spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
    radius: { xs: rem(4), sm: rem(5), md: rem(6), lg: rem(8), xl: rem(12) },
    breakpoints: {
      xs: em(360),
      sm: em(BREAKPOINTS_PX.sm),
      md: em(BREAKPOINTS_PX.md),
      lg: em(BREAKPOINTS_PX.lg),
      xl: em(BREAKPOINTS_PX.xl),
    },
    shadows: {
      xs: 'var(--bc-shadow-1)',
      sm: 'var(--bc-shadow-1)',
      md: 'var(--bc-shadow-2)',
      lg: 'var(--bc-shadow-3)',
      xl: 'var(--bc-shadow-3)',
    },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: rem(20), lineHeight: '1.4' },
        h2: { fontSize: rem(14), lineHeight: '1.4286' },
        h3: { fontSize: rem(13), lineHeight: '1.5385' },
      },
    },
    components: {
      Button: {
        defaultProps: { variant: 'default', size: 'md' },
        vars: (_theme: unknown, props: { size?: unknown }) => {
          const size = sizeOf(props.size, 'md');
          return {
            root: {
              '--button-height': rem(BUTTON_HEIGHTS_PX[size]),
              '--button-padding-x': rem(PADDING_PX[size]),
              '--button-fz': rem(FONT_PX[size]),
            },
          };
        },
      },
      ActionIcon: {
        defaultProps: { variant: 'subtle', size: 'md' },
        vars: (_theme: unknown, props: { size?: unknown }) =>
          isSize(props.size ?? 'md')
            ? { root: { '--ai-size': rem(ACTION_ICON_PX[sizeOf(props.size, 'md')]) } }
            : { root: {} },
      },
      Input: {
        vars: (_theme: unknown, props: { size?: unknown }) => {
          const size = sizeOf(props.size, 'sm');
          return {
            wrapper: { '--input-height': rem(INPUT_PX[size]), '--input-fz': rem(FONT_PX[size === 'sm' ? 'md' : size]) },
          };
        },
      },
      Menu: {
        defaultProps: {
          withInitialFocusPlaceholder: false,
          shadow: 'md',
          offset: 4,
          transitionProps: { transition: 'fade', duration: 120 },
        },
      },
      Popover: { defaultProps: { shadow: 'md', offset: 4, transitionProps: { transition: 'fade', duration: 120 } } },
      Tooltip: {
        defaultProps: { openDelay: 400, withArrow: false, transitionProps: { transition: 'fade', duration: 120 } },
      },
      Modal: {
        defaultProps: {
          radius: 'xl',
          size: rem(480),
          centered: false,
          attributes: DIALOG_ATTRIBUTES,
          yOffset: '12dvh',
          overlayProps: { backgroundOpacity: 0.4 },
          transitionProps: { transition: 'fade', duration: 180 },
        },
      },
      Drawer: {
        defaultProps: {
          attributes: DIALOG_ATTRIBUTES,
          position: 'right',
          size: rem(480),
          overlayProps: { backgroundOpacity: 0.4 },
          transitionProps: { duration: 180 },
        },
      },
      Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
      Radio: { defaultProps: { size: 'xs' } },
      Paper: { defaultProps: { radius: 'lg', withBorder: true } },
      Card: { defaultProps: { radius: 'lg', withBorder: true, padding: 'lg' } },
    },
  });
}

const SHARED_MODE_VARIABLES = {
  '--mantine-color-body': 'var(--bc-surface)',
  '--mantine-color-text': 'var(--bc-text)',
  '--mantine-color-bright': 'var(--bc-text)',
  '--mantine-color-dimmed': 'var(--bc-text2)',
  '--mantine-color-placeholder': 'var(--bc-text3)',
  '--mantine-color-error': 'var(--bc-negative)',
  '--mantine-color-success': 'var(--bc-positive)',
  '--mantine-color-anchor': 'var(--bc-brand-ink)',
  '--mantine-color-default': 'var(--bc-surface)',
  '--mantine-color-default-hover': 'var(--bc-hover)',
  '--mantine-color-default-color': 'var(--bc-text)',
  '--mantine-color-default-border': 'var(--bc-border)',
  '--mantine-color-disabled': 'var(--bc-sunken)',
  '--mantine-color-disabled-color': 'var(--bc-text3)',
  '--mantine-color-disabled-border': 'var(--bc-border)',
  '--mantine-primary-color-filled': 'var(--bc-brand)',
  '--mantine-primary-color-filled-hover': 'var(--bc-brand-hover)',
  '--mantine-primary-color-light': 'var(--bc-brand-soft)',
  '--mantine-primary-color-light-color': 'var(--bc-brand-ink)',
  '--mantine-primary-color-contrast': 'var(--bc-on-brand)',
  '--mantine-color-brand-filled': 'var(--bc-brand)',
  '--mantine-color-brand-filled-hover': 'var(--bc-brand-hover)',
} as const;

/** Sets every `--bc-*` token and the Mantine variables that follow them, for both modes. */
export function createVariablesResolver(brand: BrandTheme): CSSVariablesResolver {
  return () => ({
    variables: {},
    light: {
      ...modeVariables('light', brand.tokens.light),
      '--bc-negative-hover': '#931f24',
      ...SHARED_MODE_VARIABLES,
    },
    dark: { ...modeVariables('dark', brand.tokens.dark), '--bc-negative-hover': '#f8aca8', ...SHARED_MODE_VARIABLES },
  });
}
