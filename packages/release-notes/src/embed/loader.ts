import type { ReleaseNotesGlobal, ReleaseNotesOptions } from '../install-options.ts';
import { createInstall } from '../installation.ts';
import type { PanelCode } from '../panel-contract.ts';

/** File name of the panel beside this script; set by the build. */
declare const PANEL_FILE: string;

declare global {
  interface Window {
    BackcounterReleaseNotes?: ReleaseNotesGlobal;
  }
}

/** The tag of this script; a module has to search for it. */
const tag =
  document.currentScript instanceof HTMLScriptElement
    ? document.currentScript
    : document.querySelector<HTMLScriptElement>('script[src*="/release-notes.js"]');
// Resolved now: the page may remove the tag later. A plain relative import would resolve against about:blank in a
// script of another origin.
const panelAddress = new URL(PANEL_FILE, tag?.src ?? document.baseURI).href;

const install = createInstall((): Promise<PanelCode> => import(/* @vite-ignore */ panelAddress));
window.BackcounterReleaseNotes = { install };

/** Options with a text attribute. */
const TEXTS = ['adminEndpoint', 'authClientId', 'title', 'locale', 'keepUsable', 'person'];

/** The options in the `data-…` attributes of the script's tag, or null without `data-auth-provider-endpoint`. */
function optionsOfTag({ dataset, nonce }: HTMLScriptElement): ReleaseNotesOptions | null {
  const { authProviderEndpoint, token = '', tokenFunction, dir, dark, mobile, autoOpen, suppressLogs } = dataset;
  if (authProviderEndpoint === undefined) return null;
  const isSet = (value: string | undefined) => value !== undefined && value !== 'false';
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, dataset[name]])),
    authProviderEndpoint,
    token: tokenFunction === undefined ? token : () => tokenOf(tokenFunction),
    suppressLogs: isSet(suppressLogs),
    ...(dark === undefined ? {} : { dark: isSet(dark) }),
    ...(mobile === undefined ? {} : { isMobile: isSet(mobile) }),
    ...(dir === 'ltr' || dir === 'rtl' ? { dir } : {}),
    autoOpen: autoOpen !== 'false',
    nonce,
  };
}

/** Calls the page's function of this name for the token. */
function tokenOf(name: string): string | null | Promise<string | null> {
  const ask = (window as unknown as Record<string, unknown>)[name];
  if (typeof ask !== 'function') throw new Error(`data-token-function names no function: ${name}`);
  return ask();
}

const options = tag && optionsOfTag(tag);
if (options) install(options);
