import '@backcounter/ui/styles.css';
import { UiProvider } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { request } from './lib/graphql-client.ts';
import { viewerQuery } from './lib/viewer.operations.ts';

createRoot(document.getElementById('root') as HTMLElement).render(
  <UiProvider nonce="">
    <Button onClick={() => void request(viewerQuery, {})}>x</Button>
  </UiProvider>,
);
