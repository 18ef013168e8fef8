import type { Visit } from './visit.ts';

export const importDialog = ({ page }: Visit) => page.getByRole('dialog', { name: /^Import into/ });
export const chooseImport = (visit: Visit, name: string, content: string | Buffer) =>
  importDialog(visit)
    .getByLabel('Choose a file')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
