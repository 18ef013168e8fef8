interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): unknown;
}

/**
 * The one policy that the document allows. The theme renders style sheets as HTML text; CSS has no `<`, so anything with one is refused.
 * Scripts and script addresses have no rule and are refused.
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
  });
}
