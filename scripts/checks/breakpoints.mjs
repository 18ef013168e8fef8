/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

/** The breakpoints 600, 1024, 1440 and 1920 px in units of 16 px, and the last width below each. */
const EDGES = {
  min: ['37.5em', '64em', '90em', '120em'],
  max: ['37.4375em', '63.9375em', '89.9375em', '119.9375em'],
};
const STYLED = /\.css$|^apps\/console\/src\/.*\.tsx?$/;

/**
 * Styles change at the product's breakpoints only.
 * @param {SourceFile[]} files
 */
export function breakpointProblems(files) {
  return files
    .filter(({ path }) => STYLED.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) => [
          ...[...line.matchAll(/\((min|max)-width:\s*([^)]+)\)/g)]
            .filter(([, side, edge]) => !EDGES[/** @type {'min' | 'max'} */ (side)].includes(`${edge}`))
            .map(
              ([, side, edge]) =>
                `${path}:${index + 1}: ${edge} is no breakpoint; ${side}-width takes ${EDGES[/** @type {'min' | 'max'} */ (side)].join(', ')}`,
            ),
          ...(/@media[^{]*[<>]/.test(line)
            ? [`${path}:${index + 1}: write a breakpoint as min-width or max-width`]
            : []),
        ]),
    );
}
