interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string; createScriptURL: (address: string) => string },
  ): unknown;
}

/** Scripts of the build, by their path: what workers are started from. */
const OWN_SCRIPT = /^\/assets\/[\w.-]+\.js$/;

/**
 * The one policy that the document allows. The theme renders style sheets as HTML text; CSS has no `<`, so anything with one is refused.
 * Scripts have no rule and are refused, and so are addresses of scripts other than those of this build.
 */
export function installTrustedTypes(
  target: { readonly trustedTypes?: TrustedTypesFactory } = globalThis as never,
): void {
  // zod compiles checks with `new Function` where it may; asking whether it may is already a violation.
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
