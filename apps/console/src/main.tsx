import '@fontsource-variable/inter/opsz.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@fontsource/ibm-plex-sans-arabic/arabic-400.css';
import '@fontsource/ibm-plex-sans-arabic/arabic-500.css';
import '@fontsource/ibm-plex-sans-arabic/arabic-600.css';
import '@backcounter/ui/styles.css';
import { installTrustedTypes } from './app/trusted-types.ts';

installTrustedTypes();

const { pathname } = window.location;
if (pathname === '/silent' || pathname === '/popup') {
  import('./app/session/frame-callback.ts')
    .then(({ handFrameAnswer }) => handFrameAnswer(pathname))
    .catch((cause: unknown) => console.error('Sign-in answer:', cause));
} else {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  import('./app/console.tsx')
    .then(({ startConsole }) => startConsole(root))
    .catch((cause: unknown) => {
      console.error('Start-up:', cause);
      root.textContent = 'Backcounter failed to start. Reload the page.';
    });
}
