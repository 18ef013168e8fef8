import { loadMenus } from '@backcounter/ui';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import type { ConsoleConfig } from '../../lib/settings/config.ts';
import { Providers } from '../providers.tsx';
import { openConsole } from './console.ts';

const config = {
  publicUrl: 'https://console.test',
  issuer: 'https://id.test',
  clientId: 'backcounter',
} as ConsoleConfig;

/** Renders the console with its pages at a path; `prepare` runs before the first render. */
export async function showConsole(
  address: string,
  prepare: (opened: ReturnType<typeof openConsole>) => unknown = () => undefined,
) {
  await loadMenus();
  const opened = openConsole(address);
  prepare(opened);
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    // A form that is left keeps its input as a draft.
    localStorage.clear();
    place.remove();
  });
  root.render(
    <Providers config={config} nonce="">
      <RouterProvider router={opened.router} />
    </Providers>,
  );
  return { ...opened, place };
}
