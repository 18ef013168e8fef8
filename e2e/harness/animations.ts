import type { Page } from 'playwright-core';

/**
 * Ends when nothing on the page is still coming, going or changing its colour, in shadow trees too. What is half there has the colours
 * of no design. What turns for ever, as a spinner does, is not waited for.
 */
export async function animationsEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const shadowRoots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const ending = [document, ...shadowRoots]
      .flatMap((root) => root.getAnimations())
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
