import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { type BrandTheme, brandTheme } from './brand-scale.ts';
import { createUiTheme, createVariablesResolver } from './theme.ts';

const colorSchemeManager = localStorageColorSchemeManager({ key: 'color-mode' });
const DEFAULT_THEME = brandTheme();

/** Properties of {@link UiProvider}. */
export interface UiProviderProps {
  /** The provider's brand; default: the product's own. */
  readonly brand?: BrandTheme;
  /** Nonce of this document for generated style elements; empty without a policy. */
  readonly nonce: string;
  readonly children: ReactNode;
}

/**
 * Provides theme and colour mode (light, dark or the system's; stored in local storage under `color-mode`) to all
 * components; the direction follows the `dir` attribute of the document.
 */
export function UiProvider({ brand = DEFAULT_THEME, nonce, children }: UiProviderProps) {
  const theme = useMemo(() => createUiTheme(brand), [brand]);
  const resolver = useMemo(() => createVariablesResolver(brand), [brand]);
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
