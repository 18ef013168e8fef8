import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { type BrandTheme, brandTheme } from './brand-scale.ts';
import { createUiTheme, createVariablesResolver } from './theme.ts';

const colorSchemeManager = localStorageColorSchemeManager({ key: 'color-mode' });
const DEFAULT_THEME = brandTheme();

/** Properties of {@link UiProvider}. */
export interface UiProviderProps {
  /** The provider's brand; the product's own without it. */
  readonly brand?: BrandTheme;
  /** Nonce of this document for generated style elements; empty where no policy asks for one. */
  readonly nonce: string;
  readonly children: ReactNode;
}

/**
 * Theme, colour mode (light, dark or the system's; kept in local storage under `color-mode`) for all components; the
 * direction follows the `dir` attribute of the document.
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
