/**
 * Draws the demo's profile pictures into `demo/data/pictures`, eight motifs in four palettes, and those of its
 * prizes and notifications into `prize-pictures` and `notification-pictures`, one palette each. Run it after changing a
 * motif: `node --conditions=source apps/server/src/adapters/sharp/generate-demo-pictures.ts`.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const DATA = fileURLToPath(new URL('../../demo/data/', import.meta.url));
const EDGE = 256;

interface Palette {
  readonly sky: string;
  readonly far: string;
  readonly near: string;
  readonly deep: string;
  readonly light: string;
  readonly accent: string;
}

const PALETTES: readonly Palette[] = [
  { sky: '#cfe6ea', far: '#93c3cd', near: '#4f93a3', deep: '#1f5866', light: '#fbf7ee', accent: '#e9b872' },
  { sky: '#f3dcc4', far: '#e0ad86', near: '#bf7a5a', deep: '#6e3b32', light: '#fff6e9', accent: '#d95f4c' },
  { sky: '#d9d8ef', far: '#a9a6d6', near: '#736fb0', deep: '#37346b', light: '#f7f3ff', accent: '#f0c36a' },
  { sky: '#dcebd5', far: '#a9cc9d', near: '#6b9f68', deep: '#2d5a3a', light: '#fbfaf0', accent: '#e08c5b' },
];

/** Drawn for a circle of 256 px; the corners are never visible. */
const MOTIFS: Readonly<Record<string, (colours: Palette) => string>> = {
  hills: (c) => `
    <circle cx="170" cy="96" r="30" fill="${c.accent}"/>
    <path d="M0 176q64-70 128-24t128-20v124H0z" fill="${c.far}"/>
    <path d="M0 210q80-64 150-20t106-24v90H0z" fill="${c.near}"/>
    <path d="M0 240q90-40 256-10v30H0z" fill="${c.deep}"/>`,
  sea: (c) => `
    <circle cx="84" cy="84" r="26" fill="${c.light}"/>
    <path d="M132 60v110H78z" fill="${c.light}"/><path d="M140 78v92h44z" fill="${c.accent}"/>
    <path d="M66 178h130l-20 26H88z" fill="${c.deep}"/>
    <path d="M0 200q32-16 64 0t64 0 64 0 64 0v56H0z" fill="${c.near}"/>
    <path d="M0 226q32-14 64 0t64 0 64 0 64 0v30H0z" fill="${c.far}"/>`,
  mountains: (c) => `
    <rect width="256" height="256" fill="${c.near}"/><circle cx="178" cy="72" r="24" fill="${c.light}"/>
    <circle cx="188" cy="66" r="22" fill="${c.near}"/>
    <path d="M-10 220 88 84l98 136z" fill="${c.far}"/><path d="m60 123 28-39 28 39-16 12-12-10-14 10z" fill="${c.light}"/>
    <path d="m90 240 82-116 94 116z" fill="${c.deep}"/><path d="M0 214h256v42H0z" fill="${c.deep}"/>`,
  leaf: (c) => `
    <path d="M128 236q4-90 0-150" stroke="${c.deep}" stroke-width="6" fill="none" stroke-linecap="round"/>
    <g fill="${c.near}"><path d="M128 96q-8-44 0-62 16 22 0 62z"/><path d="M128 140q-52-6-66-48 54-2 66 48z"/><path d="M128 188q-56-4-72-48 58-2 72 48z"/></g>
    <g fill="${c.deep}"><path d="M128 122q48-4 62-46-52-4-62 46z"/><path d="M128 168q54-2 70-48-58-4-70 48z"/></g>`,
  flower: (c) => `
    <path d="M128 130v120" stroke="${c.deep}" stroke-width="8"/>
    <path d="M128 216q44-4 54-42-46 0-54 42z" fill="${c.near}"/>
    <g fill="${c.light}">${[0, 60, 120, 180, 240, 300].map((turn) => `<ellipse cx="128" cy="70" rx="24" ry="36" transform="rotate(${turn} 128 112)"/>`).join('')}</g>
    <circle cx="128" cy="112" r="24" fill="${c.accent}"/>`,
  cat: (c) => `
    <path d="M62 256V112L58 48l46 34h48l46-34-4 64v144z" fill="${c.deep}"/>
    <path d="m70 70 22 17-20 14zM186 70l-22 17 20 14z" fill="${c.accent}"/>
    <g fill="${c.light}"><ellipse cx="102" cy="128" rx="13" ry="15"/><ellipse cx="154" cy="128" rx="13" ry="15"/></g>
    <g fill="${c.deep}"><ellipse cx="102" cy="128" rx="5" ry="12"/><ellipse cx="154" cy="128" rx="5" ry="12"/></g>
    <path d="m120 158h16l-8 9z" fill="${c.accent}"/>
    <g stroke="${c.far}" stroke-width="3" stroke-linecap="round"><path d="m52 158 36 6M52 180l36-6M204 158l-36 6M204 180l-36-6"/></g>`,
  balloon: (c) => `
    <path d="M0 214q60-30 128-8t128-10v60H0z" fill="${c.far}"/>
    <path d="M128 36c46 0 70 32 70 66 0 36-40 62-54 82h-32c-14-20-54-46-54-82 0-34 24-66 70-66z" fill="${c.near}"/>
    <path d="M128 36c20 0 32 32 32 66s-16 62-20 82h-24c-4-20-20-48-20-82s12-66 32-66z" fill="${c.accent}"/>
    <path d="M112 188h32M118 188v14M138 188v14" stroke="${c.deep}" stroke-width="4"/><rect x="112" y="200" width="32" height="22" rx="4" fill="${c.deep}"/>`,
  lighthouse: (c) => `
    <path d="m128 84 128-34v70z" fill="${c.light}" opacity=".7"/>
    <path d="M106 110h44l12 116H94z" fill="${c.light}"/><path d="m102 146 52 0 4 34H98z" fill="${c.accent}"/>
    <rect x="108" y="74" width="40" height="36" fill="${c.deep}"/><rect x="116" y="80" width="24" height="22" fill="${c.accent}"/>
    <path d="m102 76 26-28 26 28z" fill="${c.near}"/>
    <path d="M0 220q60-24 128-6t128-8v50H0z" fill="${c.near}"/><path d="M0 238q70-16 128-4t128-6v28H0z" fill="${c.deep}"/>`,
};

/** Drawn for a square of 256 px with rounded corners; the number is the palette. */
const PRIZES: Readonly<Record<string, readonly [number, (colours: Palette) => string]>> = {
  points: [
    0,
    (c) => `
    <g fill="${c.deep}"><rect x="52" y="176" width="88" height="26" rx="13"/><rect x="58" y="150" width="88" height="26" rx="13"/></g>
    <g fill="${c.near}"><rect x="54" y="163" width="88" height="26" rx="13"/></g>
    <circle cx="160" cy="112" r="56" fill="${c.accent}"/><circle cx="160" cy="112" r="42" fill="none" stroke="${c.light}" stroke-width="6"/>
    <path d="m160 84 8.6 18.4 20 2.6-14.8 13.8 3.8 20L160 129l-17.6 9.8 3.8-20-14.8-13.8 20-2.6z" fill="${c.light}"/>`,
  ],
  coupon: [
    1,
    (c) => `
    <g transform="rotate(-10 128 128)"><path d="M36 84h184v28a18 18 0 0 0 0 36v28H36v-28a18 18 0 0 0 0-36z" fill="${c.accent}"/>
    <path d="M88 92v76" stroke="${c.light}" stroke-width="5" stroke-dasharray="9 9"/>
    <g stroke="${c.light}" stroke-width="9" fill="none"><path d="m126 156 52-54"/><circle cx="132" cy="110" r="10"/><circle cx="172" cy="148" r="10"/></g></g>`,
  ],
  basket: [
    3,
    (c) => `
    <path d="M0 196q64-20 128-8t128-6v74H0z" fill="${c.far}"/>
    <path d="M76 132a52 56 0 0 1 104 0" fill="none" stroke="${c.deep}" stroke-width="10"/>
    <path d="m52 128h152l-16 86H68z" fill="${c.accent}"/><rect x="44" y="120" width="168" height="22" rx="8" fill="${c.deep}"/>
    <path d="M66 166h124M70 190h116" stroke="${c.light}" stroke-width="5"/>`,
  ],
  festival: [
    2,
    (c) => `
    <g fill="${c.far}"><circle cx="56" cy="70" r="7"/><circle cx="204" cy="58" r="9"/><circle cx="128" cy="44" r="6"/><circle cx="216" cy="120" r="5"/></g>
    <g transform="rotate(14 128 150)"><rect x="74" y="76" width="74" height="140" rx="10" fill="${c.near}"/></g>
    <g transform="rotate(-8 128 150)"><rect x="106" y="80" width="78" height="140" rx="10" fill="${c.deep}"/><path d="M118 184h54M118 200h36" stroke="${c.far}" stroke-width="6"/>
    <path d="M136 152V110l30-8v42" fill="none" stroke="${c.accent}" stroke-width="6"/><circle cx="128" cy="152" r="9" fill="${c.accent}"/><circle cx="158" cy="144" r="9" fill="${c.accent}"/></g>`,
  ],
  umbrella: [
    0,
    (c) => `
    <g stroke="${c.far}" stroke-width="6" stroke-linecap="round"><path d="m52 40-8 20M104 30l-8 20M212 38l-8 20M42 190l-8 20M222 186l-8 20"/></g>
    <path d="M36 142a92 84 0 0 1 184 0q-23-18-46 0-23-18-46 0-23-18-46 0-23-18-46 0z" fill="${c.deep}"/>
    <path d="M128 58q-40 30-46 84 23-18 46 0 23-18 46 0-6-54-46-84z" fill="${c.accent}"/>
    <path d="M128 136v68a17 17 0 0 0 34 0" fill="none" stroke="${c.deep}" stroke-width="9" stroke-linecap="round"/>`,
  ],
  coffee: [
    1,
    (c) => `
    <g fill="none" stroke="${c.far}" stroke-width="8" stroke-linecap="round"><path d="M98 88q-12-14 0-28t0-28M134 88q-12-14 0-28t0-28"/></g>
    <path d="M176 128h14a26 26 0 0 1 0 52h-20" fill="none" stroke="${c.deep}" stroke-width="12"/>
    <path d="M56 108h122v58a50 46 0 0 1-50 46h-22a50 46 0 0 1-50-46z" fill="${c.accent}"/><path d="M56 108h122v20H56z" fill="${c.deep}"/>
    <rect x="40" y="216" width="156" height="12" rx="6" fill="${c.near}"/>`,
  ],
  trip: [
    2,
    (c) => `
    <rect width="256" height="256" fill="${c.deep}"/>
    <path d="M0 84q64-60 128-22t128-34v40q-70 40-128 8T0 128z" fill="${c.near}"/><path d="M0 118q70-44 132-12t124-30v22q-64 40-128 10T0 142z" fill="${c.far}" opacity=".7"/>
    <g fill="${c.light}"><circle cx="42" cy="40" r="2.5"/><circle cx="112" cy="26" r="2"/><circle cx="206" cy="34" r="2.5"/><circle cx="164" cy="14" r="2"/></g>
    <path d="m0 214 62-62 40 38 54-64 100 96v34H0z" fill="${c.near}" opacity=".55"/>
    <path d="M84 212v-34l28-24 28 24v34z" fill="${c.accent}"/><path d="m74 182 38-34 38 34" fill="none" stroke="${c.light}" stroke-width="8"/>
    <rect x="102" y="186" width="20" height="26" fill="${c.deep}"/><path d="M0 212h256v44H0z" fill="${c.light}"/>`,
  ],
  lantern: [
    2,
    (c) => `
    <rect width="256" height="256" fill="${c.deep}"/><circle cx="128" cy="136" r="92" fill="${c.near}" opacity=".55"/>
    <path d="M128 20v44" stroke="${c.light}" stroke-width="4"/><rect x="100" y="62" width="56" height="14" rx="5" fill="${c.light}"/>
    <path d="M100 76h56q40 58 0 116h-56q-40-58 0-116z" fill="${c.accent}"/><g fill="none" stroke="${c.light}" stroke-width="4" opacity=".8"><path d="M128 76v116M112 76q-20 58 0 116M144 76q20 58 0 116"/></g>
    <rect x="100" y="192" width="56" height="12" rx="5" fill="${c.light}"/><path d="M128 204v32" stroke="${c.accent}" stroke-width="6"/>`,
  ],
  spa: [
    3,
    (c) => `
    <path d="M0 206q32-16 64 0t64 0 64 0 64 0v50H0z" fill="${c.far}"/>
    <g fill="${c.deep}"><ellipse cx="128" cy="204" rx="74" ry="22"/></g><g fill="${c.near}"><ellipse cx="128" cy="176" rx="56" ry="19"/></g><ellipse cx="128" cy="151" rx="40" ry="15" fill="${c.deep}"/>
    <g fill="${c.light}"><path d="M128 134q-26-30 0-74 26 44 0 74z"/><path d="M124 136q-48-6-54-52 46 6 54 52zM132 136q48-6 54-52-46 6-54 52z" opacity=".85"/></g><circle cx="128" cy="128" r="9" fill="${c.accent}"/>`,
  ],
};

/** Motifs of prizes that notifications have as well, which are twice as wide. */
const WIDE: readonly string[] = ['points', 'coupon', 'festival', 'coffee'];

async function draw(folder: string, name: string, palette: Palette, motif: (colours: Palette) => string) {
  const isWide = folder === 'notification-pictures';
  const box = isWide ? '-128 0 512 256' : '0 0 256 256';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><rect x="-128" width="512" height="256" fill="${palette.sky}"/>${motif(palette)}</svg>`;
  const picture = await sharp(Buffer.from(svg), { density: 144 })
    .resize(isWide ? 2 * EDGE : EDGE, EDGE)
    .png({ palette: true, colours: 48, compressionLevel: 9, effort: 10 })
    .toBuffer();
  await writeFile(`${DATA}${folder}/${name}.png`, picture);
}

for (const folder of ['pictures', 'prize-pictures', 'notification-pictures']) {
  await rm(DATA + folder, { recursive: true, force: true });
  await mkdir(DATA + folder);
}
for (const [name, motif] of Object.entries(MOTIFS))
  for (const [number, palette] of PALETTES.entries()) await draw('pictures', `${name}-${number + 1}`, palette, motif);
for (const [name, [number, motif]] of Object.entries(PRIZES)) {
  const palette = PALETTES[number];
  if (palette === undefined) continue;
  await draw('prize-pictures', name, palette, motif);
  if (WIDE.includes(name)) await draw('notification-pictures', name, palette, motif);
}
