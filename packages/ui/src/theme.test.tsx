import { Button } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { UiProvider } from './ui-provider.tsx';

test.each([
  ['xs', 18],
  ['sm', 24],
  ['md', 32],
  ['lg', 38],
  ['xl', 46],
] as const)('a button of size %s is %i px high [spec 9.20]', (size, height) => {
  const html = renderToStaticMarkup(
    <UiProvider nonce="">
      <Button size={size}>Save</Button>
    </UiProvider>,
  );
  expect(html).toContain(`--button-height:calc(${height / 16}rem * var(--mantine-scale))`);
});
