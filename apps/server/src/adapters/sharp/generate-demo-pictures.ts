/**
 * Draws the demo's profile pictures into `db/seed/data/pictures`: eight motifs in four palettes. Run it after changing
 * a motif: `node --conditions=source apps/server/src/adapters/sharp/generate-demo-pictures.ts`.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const FOLDER = fileURLToPath(new URL('../../db/seed/data/pictures/', import.meta.url));
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

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER);
for (const [name, motif] of Object.entries(MOTIFS)) {
  for (const [number, palette] of PALETTES.entries()) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256"><rect width="256" height="256" fill="${palette.sky}"/>${motif(palette)}</svg>`;
    const picture = await sharp(Buffer.from(svg), { density: 144 })
      .resize(EDGE, EDGE)
      .png({ palette: true, colours: 48, compressionLevel: 9, effort: 10 })
      .toBuffer();
    await writeFile(`${FOLDER}${name}-${number + 1}.png`, picture);
  }
}
