// A React application that has the popup as a module, as the console does.
import { install } from '@backcounter/release-notes';
import { createElement as h, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

globalThis.BackcounterReleaseNotes = { install };
const ground = document.body.appendChild(document.createElement('div'));
createRoot(ground).render(h(StrictMode, null, h('p', null, 'Drawn by React')));
