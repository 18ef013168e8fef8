import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { TableError } from '../../table-error.ts';

/** Limit of a token; anything longer is malicious. */
const TOKEN_MAX = 2_000_000;
/** Limit of nesting, because the parser keeps open elements; workbooks have about a dozen levels. */
const DEPTH_MAX = 100;

/** Handler of a part: elements without prefixes, attributes by name or, as `:id`, with any prefix, and the text directly inside an element. */
export interface XmlHandler {
  open(name: string, attribute: (name: string) => string | undefined): void;
  close(name: string, text: string): void;
}

/**
 * Parses a part chunk by chunk and yields after each. Stops after `bytesMax`.
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
    handler.open(local(name), (key) => attributes[key[0] === ':' ? prefixed(attributes, key) : key]);
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
  // Custom entities can inflate small files; workbooks have none.
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
      code?.startsWith('Z_') === true || /^(too many|not enough) bytes|size|^invalid .*signature/i.test(message ?? '');
    throw isForm && !(error instanceof TableError) ? new TableError('file-damaged', 0, { cause: error }) : error;
  } finally {
    content.destroy();
  }
}

/** Parses a part to its end. */
export async function readWholeXml(content: Readable, handler: XmlHandler): Promise<void> {
  for await (const _turn of readXml(content, handler));
}

/** The attribute with a local name and any prefix. */
function prefixed(attributes: Readonly<Record<string, string>>, key: string): string {
  return Object.keys(attributes).find((name) => name.endsWith(key)) ?? key;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Text with the characters that `_xHHHH_` stands for. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}
