import type { Page } from 'playwright-core';
import type { ConsoleTexts } from './console-texts.ts';

interface Misfit {
  readonly text: string;
  /** The problem, as the end of a sentence that begins with the text. */
  readonly what: string;
  /**
   * Cut by an ellipsis in an element that opens or shows the full text: fine for data of any length, but not for the
   * product's texts.
   */
  readonly isOpened: boolean;
}

/**
 * Texts of a page that do not fit: truncated texts, controls and labels that take two lines, overlapping texts. In
 * sentences, without duplicates.
 */
export async function wordsThatDoNotFit(page: Page, texts: ConsoleTexts): Promise<readonly string[]> {
  const found = await page.evaluate(look);
  const wrong = found.filter(({ text, isOpened }) => !isOpened || texts.has(text));
  return [...new Set(wrong.map(({ text, what }) => `“${text}” ${what}`))];
}

/** Runs in the page, so it contains everything it needs. */
function look(): Misfit[] {
  const ONE_LINE =
    'button:not([role="columnheader"] > button), [role="button"], [role="tab"], [role="menuitem"], .bc-state, .mantine-InputWrapper-label';
  /** Labels below an icon, and a sentence that is a button. */
  const MAY_WRAP = 'section[data-phone]';
  const OPENS = '[title], a[href], button, [role="row"], [role="option"], tr, [aria-expanded]';
  /** Cells show truncated text in a hint; a state must be readable without it. */
  const HAS_HINT = '[role="gridcell"] :not(.bc-state-word)';
  /** A label over a field of its own width may be a sentence. */
  const WIDE_PX = 280;
  interface Shown {
    readonly element: Element;
    readonly text: string;
    readonly boxes: readonly DOMRect[];
  }
  const found: Misfit[] = [];
  const shown: Shown[] = [];
  const pen = document.createElement('canvas').getContext('2d');

  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const element = node.parentElement;
    const text = (node.textContent ?? '').trim();
    if (!element || text === '' || isUnseen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (boxes.length > 0) lookAt({ element, text, boxes });
  }
  for (const input of document.querySelectorAll('input')) lookAtInput(input);
  for (const [at, one] of shown.entries()) for (const other of shown.slice(at + 1)) lookAtBoth(one, other);
  return found;

  function lookAt({ element, text, boxes }: Shown): void {
    const { room, cut } = roomOf(element, boxes);
    const seen = boxes.map((box) => overlap(box, room)).filter(({ width, height }) => width > 1 && height > 1);
    // An element fully outside is collapsed, or out of the scroll position.
    if (seen.length === 0) return;
    shown.push({ element, text, boxes: seen });
    if (cut !== null && !element.matches(HAS_HINT))
      found.push({
        text,
        what: `is cut ${placeOf(element)}`,
        isOpened: cut === 'ellipsis' && !!element.closest(OPENS),
      });
    const control = element.closest(ONE_LINE);
    if (!control || control.closest(MAY_WRAP)) return;
    if (control.localName === 'label' && control.parentElement && control.parentElement.clientWidth > WIDE_PX) return;
    const lines = boxes.filter((box, at) => at === 0 || box.top >= (boxes[at - 1]?.bottom ?? 0) - 2).length;
    if (lines > 1) found.push({ text, what: `takes ${lines} lines ${placeOf(element)}`, isOpened: false });
  }

  /**
   * The part of the page in which an element's text is visible, and how overflow is cut. Scroll containers cut nothing.
   */
  function roomOf(element: Element, boxes: readonly DOMRect[]): { room: DOMRect; cut: 'hard' | 'ellipsis' | null } {
    let [left, top, right, bottom] = [-1e6, -1e6, 1e6, 1e6];
    let cut: 'hard' | 'ellipsis' | null = null;
    let isFree = false;
    for (let by: Element | null = element; by && by !== document.body; by = by.parentElement) {
      const style = getComputedStyle(by);
      if (isFree && style.position === 'static') continue;
      const box = by.getBoundingClientRect();
      const isBox = style.display !== 'inline' && style.display !== 'contents';
      if (isBox && style.overflowX !== 'visible') {
        [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        if (!/auto|scroll/.test(style.overflowX) && boxes.some((one) => one.right > right + 1 || one.left < left - 1))
          cut ??= style.textOverflow === 'ellipsis' ? 'ellipsis' : 'hard';
      }
      if (isBox && style.overflowY !== 'visible') {
        [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
        if (!/auto|scroll/.test(style.overflowY) && boxes.some((one) => one.bottom > bottom + one.height / 3))
          cut ??= style.webkitLineClamp === 'none' ? 'hard' : 'ellipsis';
      }
      isFree = style.position === 'absolute';
      // Content further out can be scrolled into view.
      if (style.position === 'fixed' || /auto|scroll/.test(style.overflowX + style.overflowY)) break;
    }
    return { room: new DOMRect(left, top, right - left, bottom - top), cut };
  }

  /** The text of a select, or the placeholder of an empty field. */
  function lookAtInput(input: HTMLInputElement): void {
    const isChosen = input.readOnly || input.getAttribute('role') === 'combobox';
    const text = input.value === '' ? input.placeholder : isChosen ? input.value : '';
    if (!pen || text === '' || isUnseen(input) || /checkbox|radio|hidden|file/.test(input.type)) return;
    const style = getComputedStyle(input);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const isOpened = input.title !== '' || (input.value === '' && style.textOverflow === 'ellipsis');
    if (!isOpened && pen.measureText(text).width > room + 1)
      found.push({ text, what: `is cut ${placeOf(input)}`, isOpened });
  }

  function lookAtBoth(one: Shown, other: Shown): void {
    for (const first of one.boxes)
      for (const second of other.boxes) {
        const { width, height, left, top } = overlap(first, second);
        if (width < 3 || height < 4) continue;
        if (!areBothSeen(one.element, other.element, left + width / 2, top + height / 2)) continue;
        found.push({ text: one.text, what: `lies on “${other.text}” ${placeOf(one.element)}`, isOpened: false });
        return;
      }
  }

  /** True when nothing opaque, such as a layer or a sticky bar, covers the point between the two elements. */
  function areBothSeen(one: Element, other: Element, x: number, y: number): boolean {
    const stack = document.elementsFromPoint(x, y);
    const [upper = -1, lower = -1] = [stack.indexOf(one), stack.indexOf(other)].sort((a, b) => a - b);
    const below = stack[lower] ?? null;
    return upper >= 0 && !stack.slice(0, lower).some((between) => !between.contains(below) && isOpaque(between));
  }

  function isOpaque(element: Element): boolean {
    const { backgroundColor } = getComputedStyle(element);
    const [, alpha = '1'] = /^(?:rgba\(.*,|\w+\(.*\/)\s*([\d.]+)\)$/.exec(backgroundColor) ?? [];
    return Number(alpha) > 0.5;
  }

  function isUnseen(element: Element): boolean {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
    return (
      element.getBoundingClientRect().width <= 1 || !!element.closest('[inert], noscript, script, style, textarea')
    );
  }

  function overlap(a: DOMRect, b: DOMRect): DOMRect {
    const [x, y] = [Math.max(a.left, b.left), Math.max(a.top, b.top)];
    return new DOMRect(
      x,
      y,
      Math.max(0, Math.min(a.right, b.right) - x),
      Math.max(0, Math.min(a.bottom, b.bottom) - y),
    );
  }

  function placeOf(element: Element): string {
    const named = ({ localName, classList }: Element) => [localName, ...classList].join('.');
    return `(${element.parentElement ? `${named(element.parentElement)} > ` : ''}${named(element)})`;
  }
}
