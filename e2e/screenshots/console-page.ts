import type { Locator, Page } from 'playwright-core';
import { choose } from '../harness/choose.ts';
import type { ConsoleTexts } from './console-texts.ts';

/** The console by the keys of its texts: the same steps lead to a screen in every language. */
export class ConsolePage {
  readonly page: Page;
  readonly #texts: ConsoleTexts;

  constructor(page: Page, texts: ConsoleTexts) {
    this.page = page;
    this.#texts = texts;
  }

  /** Pastes lines into a field. */
  async paste(field: Locator, lines: readonly string[]): Promise<void> {
    await field.evaluate((element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, lines.join('\n'));
  }

  /** Controls with a name, the last one of the page first: that is the topmost. */
  control(key: string, within: Page | Locator = this.page): Locator {
    const name = this.#texts.pattern(key);
    const [first, ...others] = (['button', 'menuitem', 'tab', 'link'] as const).map((role) =>
      within.getByRole(role, { name }),
    ) as [Locator, ...Locator[]];
    return others
      .reduce((all, each) => all.or(each), first)
      .filter({ visible: true })
      .last();
  }

  /** Presses controls one after another. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.control(key).click();
  }

  /** Presses a button of the open dialog. */
  async pressInDialog(key: string): Promise<void> {
    await this.control(key, this.dialog).click();
  }

  /** An action of a record, or of what is selected, which may be in its menu. */
  async act(key: string, menu = 'records.action.more'): Promise<void> {
    const more = this.control(menu);
    const action = this.control(key);
    await action.or(more).first().waitFor();
    if ((await action.count()) === 0) await more.click();
    await action.click();
  }

  /** Chooses an option of a select. */
  async choose(select: Locator, key: string): Promise<void> {
    await choose(select, this.#texts.pattern(key));
  }

  /** A step of a long form, by its name in the row of steps. */
  async goToStep(key: string): Promise<void> {
    await this.page
      .locator('[data-steps]')
      .getByRole('button', { name: this.#texts.pattern(key) })
      .click();
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog').last();
  }

  /** The import at its first step: it reopens the file that was chosen last. */
  async importNothingYet(): Promise<void> {
    const [file, another] = [
      this.dialog.locator('input[type="file"]'),
      this.control('import.action.other-file', this.dialog),
    ];
    await file.or(another).first().waitFor({ state: 'attached' });
    if ((await file.count()) === 0) await another.click();
    await file.waitFor({ state: 'attached' });
  }

  async importFile(file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }): Promise<void> {
    await this.importNothingYet();
    await this.dialog.locator('input[type="file"]').setInputFiles(file);
  }

  /** Ticks the first rows of a list. */
  async select(rows: number): Promise<void> {
    for (let row = 0; row < rows; row++) await this.page.locator(`[data-row="${row}"]`).getByRole('checkbox').click();
  }

  /** Opens the record of a list's row. */
  async openRow(row = 0): Promise<void> {
    await this.page.locator(`[data-row="${row}"]`).getByRole('link').first().click();
  }

  /** Checks how checkout would respond to a code. */
  async checkCode(code: string): Promise<void> {
    await this.page.getByRole('form').locator('input').first().fill(code);
    await this.press('coupon.check.verb');
    await this.page.locator('[aria-live] > ol').waitFor();
  }

  /** Expands a list's row. */
  async unfoldRow(row = 0): Promise<void> {
    const [toggle, link] = [`[data-row="${row}"] [data-unfold]`, `[data-row="${row}"] a`].map((found) =>
      this.page.locator(found).first(),
    );
    if (toggle && (await toggle.isVisible())) await toggle.click();
    // A row without its own page expands on a phone.
    else await link?.click();
  }

  async keys(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Replaces the API's first answer that contains the text with an error. */
  async breakAnswersWith(text: string): Promise<void> {
    await this.page.route('**/graphql', (route) =>
      route.request().postData()?.includes(text)
        ? route.fulfill({ status: 502, body: 'Bad gateway' })
        : route.fallback(),
    );
    await this.page.reload();
  }

  /** Sets the session to its last minute, with a provider that can't be reached to renew it. */
  async endSessionSoon(): Promise<void> {
    await this.page.route('**/identity/token', (route) => route.abort());
    await this.page.evaluate(() => {
      for (const [key, value] of Object.entries({ ...localStorage })) {
        if (!value.includes('refresh_token')) continue;
        const inAMinute = Math.floor(Date.now() / 1000) + 50;
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expires_at: inAMinute }));
      }
    });
    await this.page.reload();
  }
}
