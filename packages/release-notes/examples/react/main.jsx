import { install } from '@backcounter/release-notes';
import { StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** Installs the popup for as long as the component is there. */
function useReleaseNotes(options) {
  const handle = useRef(null);
  const [first] = useState(options);
  useEffect(() => {
    const releaseNotes = install(first);
    handle.current = releaseNotes;
    // The page goes on without its release notes; the popup has logged why.
    releaseNotes.ready.catch((error) => console.debug(error.cause));
    return () => releaseNotes.remove();
  }, [first]);
  useEffect(() => handle.current?.update(options));
  return handle;
}

function App({ token }) {
  const [isDark, setDark] = useState(false);
  const releaseNotes = useReleaseNotes({ authProviderEndpoint: '/identity', token, dark: isDark });
  return (
    <main>
      <h1>Release notes in React</h1>
      <button type="button" onClick={() => releaseNotes.current?.open()}>
        What’s new
      </button>
      <button type="button" onClick={() => setDark(!isDark)}>
        Dark
      </button>
    </main>
  );
}

createRoot(document.querySelector('#app')).render(
  <StrictMode>
    <App token={async () => 'the token of the person who is signed in'} />
  </StrictMode>,
);
