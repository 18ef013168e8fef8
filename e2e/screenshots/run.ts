/**
 * `npm run screenshots`: takes screenshots of every screen into artifacts/screenshots, of a separate demo or, with
 * E2E_URL, of a running one. Arguments select screens by the start of their name, a mode or a language: `npm run
 * screenshots -- campaign dark de-DE`. `npm run screenshots -- readme` updates the screenshots of the README.
 */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../harness/browser.ts';
import { Product } from '../harness/product.ts';
import { markReleasesRead } from '../harness/releases.ts';
import { visitAs } from '../harness/visit.ts';
import { findDemoRecords } from './demo-records.ts';
import { SETTINGS, type Setting, settingsIn } from './modes.ts';
import { Photographer, type Trouble } from './photographer.ts';
import { MODES, type Mode, type Screen } from './screen.ts';
import { SCREENS } from './screens.ts';
import { enrolSecondFactor } from './second-factor.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'artifacts', 'screenshots');
/** Screens in the README, with the names of their files in docs/pictures. */
const README: readonly (readonly [screen: string, mode: Mode, file: string])[] = [
  ['dashboard', 'desktop', 'dashboard'],
  ['campaign', 'dark', 'campaign-dark'],
  ['accounts', 'rtl', 'accounts-rtl'],
  ['accounts', 'phone', 'accounts-phone'],
];

interface Picture {
  readonly screen: Screen;
  readonly file: string;
}

const words = process.argv.slice(2);
const isMode = (word: string): word is Mode => (MODES as readonly string[]).includes(word);
const isLanguage = (word: string) => /^[a-z]{2}-[A-Z]{2}$/.test(word);
const language = words.find(isLanguage);
const settings = language === undefined ? SETTINGS : settingsIn(language);
const folder = language === undefined ? FOLDER : join(FOLDER, language);
// Texts have the same length in dark mode.
const modes = words.some(isMode)
  ? words.filter(isMode)
  : language === undefined
    ? MODES
    : (['desktop', 'phone'] as const);
const isForReadme = words.includes('readme');
const names = isForReadme
  ? README.map(([screen]) => screen)
  : words.filter((word) => !isMode(word) && !isLanguage(word));
const digits = String(SCREENS.length).length;
const pictures: readonly Picture[] = SCREENS.map((screen, index) => ({
  screen,
  file: `${String(index + 1).padStart(digits, '0')}-${screen.name}`,
})).filter(({ screen: { name } }) => names.length === 0 || names.some((word) => name.startsWith(word)));
if (pictures.length === 0) throw new Error(`No screen's name begins with ${names.join(' or ')}`);

const given = process.env['E2E_URL'];
const began = Date.now();
const product = given === undefined ? await Product.start({ env: { SEED_ACCOUNTS: '5000' } }) : null;
const url = given ?? product?.url ?? '';
const browser = await launchBrowser();
const troubles: Trouble[] = [];

/**
 * Takes the screenshots of some screens in every mode; the settings run in parallel, since browser and server mostly
 * wait for each other.
 */
async function takeAll(chosen: readonly Picture[], records: ReadonlyMap<string, string>): Promise<void> {
  const work = async (setting: Setting) => {
    const wanted = modes.filter((mode) => mode in setting.colours);
    if (wanted.length === 0 || chosen.length === 0) return;
    const photographer = await Photographer.begin({ browser, url, setting, modes: wanted, folder, records });
    for (const { screen, file } of chosen) {
      const found = await photographer.take(screen, file);
      for (const { mode, what } of found) console.log(`${mode} ${file}: ${what}`);
      troubles.push(...found);
    }
    await photographer.end();
    console.log(`${wanted.join(' and ')} done after ${Math.round((Date.now() - began) / 1000)} s`);
  };
  await Promise.all(settings.map(work));
}

/** Takes the screenshots of the README, each as high as a screen. */
async function takeForReadme(records: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, mode, file] of README) {
    const found = SCREENS.find((each) => each.name === name);
    const setting = SETTINGS.find(({ colours }) => mode in colours);
    if (found === undefined || setting === undefined) throw new Error(`There is no screen ${name} in ${mode}`);
    const { isLong: _scrolled, ...screen } = found;
    const photographer = await Photographer.begin({ browser, url, setting, modes: [mode], folder, records });
    const problems = await photographer.take(screen, file);
    await photographer.end();
    for (const { what } of problems) console.log(`${mode} ${file}: ${what}`);
    troubles.push(...problems);
    if (problems.length === 0)
      copyFileSync(join(folder, mode, `${file}.png`), join(ROOT, 'docs/pictures', `${file}.png`));
  }
}

try {
  if (names.length === 0) for (const mode of modes) rmSync(join(folder, mode), { recursive: true, force: true });
  await markReleasesRead(url);
  const finder = await visitAs(browser, url, 'admin', '/admin/jobs');
  const records = await findDemoRecords(finder);
  await finder.close();
  const shared = pictures.filter(({ screen }) => !screen.needsOwnDemo);
  await (isForReadme ? takeForReadme(records) : takeAll(shared, records));
  const own = isForReadme ? [] : pictures.filter(({ screen }) => screen.needsOwnDemo);
  if (product === null)
    for (const { file } of own) console.log(`${file}: left out, it would change a demo that is used`);
  else if (own.length > 0) {
    // No one else signs in as this person from here on.
    await enrolSecondFactor(browser, url, 'nobody');
    await takeAll(own, records);
  }
} finally {
  await browser.close();
  await product?.remove();
}
console.log(
  `${isForReadme ? README.length : pictures.length} screens, ${troubles.length} problems, in ${Math.round((Date.now() - began) / 1000)} s: ${folder}`,
);
// Open handles have nothing left to do.
process.exit(troubles.length > 0 ? 1 : 0);
