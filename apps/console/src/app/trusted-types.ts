interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string; createScriptURL: (address: string) => string },
  ): unknown;
}

/** Paths of the build's scripts, from which workers start. */
const OWN_SCRIPT = /^\/assets\/[\w.-]+\.js$/;

/**
 * The only policy that the document allows. The theme renders style sheets as HTML text; CSS has no `<`, so text with
 * one is refused. Scripts have no rule and are refused, and so are script URLs outside of this build.
 */
export function installTrustedTypes(
  target: { readonly trustedTypes?: TrustedTypesFactory } = globalThis as never,
): void {
  // zod compiles checks with `new Function` where allowed; even probing for it is a violation.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  target.trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (text.includes('<')) throw new TypeError('HTML from text is refused');
      return text;
    },
    createScriptURL(address) {
      const { origin, pathname } = new URL(address, globalThis.location.href);
      if (origin !== globalThis.location.origin || !OWN_SCRIPT.test(pathname))
        throw new TypeError('A foreign script is refused');
      return address;
    },
  });
}
