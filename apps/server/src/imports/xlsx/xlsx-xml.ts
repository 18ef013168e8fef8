import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { TableError } from '../table-error.ts';

/** No element, attribute or text of a workbook is this long; one that is was made to fill memory. */
const TOKEN_MAX = 2_000_000;
/** Workbooks are a dozen elements deep; the parser keeps each that is open. */
const DEPTH_MAX = 100;

/** What reads a part: elements without prefixes, and the text directly inside the open element. */
export interface XmlHandler {
  open(name: string, attribute: (name: string) => string | undefined): void;
  close(name: string, text: string): void;
}

/**
 * Reads a part of a workbook chunk by chunk and yields after each. Stops after `bytesMax`, as if the rest were not there.
 * @throws TableError `file-damaged`, `cell-size`
 */
export async function* readXml(
  content: Readable,
  handler: XmlHandler,
  bytesMax = Number.POSITIVE_INFINITY,
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let sinceToken = 0;
  let bytes = 0;
  let depth = 0;
  let text = '';
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > DEPTH_MAX) throw new TableError('file-damaged');
    sinceToken = 0;
    text = '';
    handler.open(local(name), (key) => attributes[key]);
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('cdata', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    sinceToken = 0;
    handler.close(local(name), text);
    text = '';
  });
  // Entities of one's own are how small files become large; workbooks have none.
  parser.on('doctype', () => {
    throw new TableError('file-damaged');
  });
  parser.on('error', (cause) => {
    throw new TableError('file-damaged', 0, { cause });
  });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      sinceToken += chunk.length;
      if (sinceToken > TOKEN_MAX) throw new TableError('cell-size');
      parser.write(decoder.decode(chunk, { stream: true }));
      yield;
      bytes += chunk.length;
      if (bytes >= bytesMax) return;
    }
    parser.write(decoder.decode()).close();
    yield;
  } catch (error) {
    const { code, message } = (error ?? {}) as { readonly code?: string; readonly message?: string };
    const isForm =
      code?.startsWith('Z_') === true || /^(too many|not enough) bytes|size|invalid .*signature/i.test(message ?? '');
    throw isForm && !(error instanceof TableError) ? new TableError('file-damaged', 0, { cause: error }) : error;
  } finally {
    content.destroy();
  }
}

/** Reads a part to its end. */
export async function readWholeXml(content: Readable, handler: XmlHandler): Promise<void> {
  for await (const _turn of readXml(content, handler));
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
