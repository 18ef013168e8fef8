import type { Page } from 'playwright-core';

/**
 * Resolves when no transition or animation is running on the page, including shadow trees; intermediate colours belong
 * to no design. Infinite animations, such as spinners, are ignored.
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
