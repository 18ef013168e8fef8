import { AppError } from '@backcounter/domain';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { checkDocumentSize, checkOperationWeight } from './document-limits.ts';

function problemOf(text: string): string {
  try {
    const document = parse(text);
    checkOperationWeight(document, checkDocumentSize(document));
    return 'none';
  } catch (error) {
    return error instanceof AppError ? error.message : String(error);
  }
}

describe('weight of a document', () => {
  it('counts depth through fragments', () => {
    expect(problemOf('{ a { b { c { d { e { f } } } } } }')).toBe('none');
    expect(problemOf('{ a { b { c { d { e { f { g } } } } } } }')).toBe('none');
    expect(problemOf('{ a { b { c { d { e { f { g { h } } } } } } } }')).toBe('depth: 7 at most.');
    expect(problemOf('{ a { b { ...x } } } fragment x on C { c { d { e { f { g { h } } } } } }')).toBe(
      'depth: 7 at most.',
    );
  });

  it('multiplies what a page holds by its size, and takes a variable for the largest', () => {
    expect(problemOf('{ list(first: 100) { nodes { a { x } b { x } } } }')).toBe('none');
    expect(problemOf('{ list(first: 10) { nodes { inner(first: 50) { nodes { id } } } } }')).toBe('none');
    expect(problemOf('query($n: Int) { list(first: $n) { nodes { inner(first: 50) { nodes { id } } } } }')).toBe(
      'cost: 2000 at most.',
    );
  });

  it('weighs a fragment that doubles sixty times in no time', () => {
    const chain = Array.from({ length: 60 }, (_, i) => `fragment f${i} on Q { ...f${i + 1} ...f${i + 1} }`).join(' ');
    // Walked one by one these are a million million million: the test would not end.
    expect(problemOf(`{ ...f0 } ${chain} fragment f60 on Q { a }`)).toBe('rootFields: 5 at most.');
  });
});
