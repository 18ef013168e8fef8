// Every button size and a toast region, with nothing of the console around them.
import '@backcounter/ui/styles.css';
import { brandTheme, createToastStore, ToastRegion, UiProvider } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

const store = createToastStore();
globalThis.toasts = store;

const sizes = ['xs', 'sm', 'md', 'lg', 'xl'];
const variants = ['default', 'filled', 'subtle'];
const primary = new URLSearchParams(location.search).get('primary');

createRoot(document.getElementById('root')).render(
  h(
    UiProvider,
    { nonce: '', brand: brandTheme({ primary }) },
    h(
      'main',
      null,
      variants.map((variant) =>
        h(
          'p',
          { key: variant },
          sizes.map((size) => h(Button, { key: size, size, variant, 'data-testid': `${variant}-${size}` }, size)),
        ),
      ),
    ),
    h(ToastRegion, { store, labels: { region: 'Messages', dismiss: 'Dismiss message' } }),
  ),
);
