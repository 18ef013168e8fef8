import { createEmbeddedPresence } from '@backcounter/presence/embedded';
import { createFirebasePresence } from '@backcounter/presence/firebase';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Table } from './table.ts';

/** A page that uses the package as its README says; tests call what is on `host`. */
const host = {
  createEmbeddedPresence,
  createFirebasePresence,
  show(presence: Parameters<typeof Table>[0]['presence'], rows: number) {
    const root = document.createElement('main');
    document.body.append(root);
    createRoot(root).render(createElement(Table, { presence, rows }));
  },
};
export type Host = typeof host;
Object.assign(globalThis, { host });
