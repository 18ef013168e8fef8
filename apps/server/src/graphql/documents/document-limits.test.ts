import { AppError } from '@backcounter/domain';
import fc from 'fast-check';
import { buildSchema, getIntrospectionQuery, parse, type SelectionNode, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_LIMITS, weighDocument } from './document-limits.ts';

const schema = buildSchema(`
  type Query { viewer: Person list(first: Int, last: Int): List plain: [Person] any: Any a: Person b: Person }
  type List { nodes: [Person] }
  type Person { id: ID name: String friend: Person history(first: Int): List any: Any }
  interface Any { id: ID any: Any }
  ${['One', 'Two', 'Three', 'Four'].map((name) => `type ${name} implements Any { id: ID any: Any }`).join(' ')}
`);

function problemOf(text: string): string {
  try {
    weighDocument(schema, parse(text));
    return 'none';
  } catch (error) {
    return error instanceof AppError ? error.message : String(error);
  }
}

const doubling = (levels: number, type: string, leaf: string) =>
  `${Array.from({ length: levels }, (_, i) => `fragment f${i} on ${type} { ...f${i + 1} ...f${i + 1} }`).join(' ')}
  fragment f${levels} on ${type} { ${leaf} }`;

describe('weight of a document', () => {
  it('counts depth through fragments [security 23]', () => {
    const deep = (levels: number): string => (levels === 0 ? 'id' : `friend { ${deep(levels - 1)} }`);
    expect(problemOf(`{ viewer { ${deep(5)} } }`)).toBe('none');
    expect(problemOf(`{ viewer { ${deep(6)} } }`)).toBe('depth: 7 at most.');
    expect(problemOf(`{ viewer { ...x } } fragment x on Person { ${deep(6)} }`)).toBe('depth: 7 at most.');
  });

  it('multiplies the content of a page by its size, and counts a variable as the maximum', () => {
    const pages = (outer: string, inner: string) =>
      problemOf(`query($n: Int) { list${outer} { nodes { history${inner} { nodes { id } } } } }`);
    expect(pages('(first: 20)', '(first: 45)')).toBe('none');
    expect(pages('(first: 20)', '(first: 50)')).toBe('cost: 2000 at most.');
    expect(pages('(last: 20)', '(first: 50)')).toBe('cost: 2000 at most.');
    expect(pages('(first: $n)', '(first: 10)')).toBe('cost: 2000 at most.');
  });

  it('counts the default page without a size, and refuses sizes below 1 [security 23]', () => {
    const pages = (outer: string, inner: string) =>
      problemOf(`{ list${outer} { nodes { history${inner} { nodes { id } } } } }`);
    expect(pages('(first: 40)', '(first: 24)')).toBe('none');
    expect(pages('(first: 40)', '')).toBe('cost: 2000 at most.');
    expect(pages('(first: 40)', '(first: null)')).toBe('cost: 2000 at most.');
    expect(pages('(first: 30)', '')).toBe('none');
    for (const size of ['-100000', '0']) expect(pages('', `(first: ${size})`)).toBe('A page has 1 to 100 rows.');
  });

  it.each([
    ['below a root field', `{ viewer { ...f0 } } ${doubling(30, 'Person', 'id')}`, 'visits: 2000 at most.'],
    ['at the root', `{ ...f0 } ${doubling(60, 'Query', 'viewer { id }')}`, 'visits: 2000 at most.'],
    ['within the budget', `{ viewer { ...f0 } } ${doubling(8, 'Person', 'id')}`, 'none'],
  ])('counts each spread of fragments that double %s', (_name, text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it('counts a selection on an interface for each possible type', () => {
    const nested = (levels: number): string => (levels === 0 ? 'id' : `any { ${nested(levels - 1)} }`);
    expect(problemOf(`{ viewer { ${nested(4)} } }`)).toBe('none');
    expect(problemOf(`{ viewer { ${nested(6)} } }`)).toBe('visits: 2000 at most.');
  });

  it('leaves circular fragments and unknown names to validation', () => {
    expect(problemOf('{ viewer { ...a } } fragment a on Person { friend { ...a } }')).toBe('none');
    expect(problemOf('{ viewer { ...none } nothing { at { all } } }')).toBe('none');
  });

  it('allows tools to query the schema', () => {
    expect(problemOf(getIntrospectionQuery())).toBe('none');
  });
});

/** Random documents of fields and fragments that spread each other, circles included. */
const hostileDocument = fc.integer({ min: 1, max: 12 }).chain((count) => {
  const spread = fc.integer({ min: 0, max: count - 1 }).map((index) => `...f${index}`);
  const piece = fc.oneof(
    { weight: 4, arbitrary: spread },
    fc.constantFrom('id', 'friend { id }', 'any { id any { id } }', '... on Person { id }', 'history { nodes { id } }'),
    spread.map((inner) => `friend { ${inner} }`),
  );
  const selection = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(' '));
  return fc
    .array(selection, { minLength: count, maxLength: count })
    .map((sets) => `{ viewer { ...f0 } } ${sets.map((set, i) => `fragment f${i} on Person { ${set} }`).join(' ')}`);
});

/** The document, counting every read of a selection. */
function counted(text: string) {
  const document = parse(text);
  const reads = { count: 0 };
  visit(document, {
    SelectionSet: (node) => {
      const { selections } = node;
      Object.defineProperty(selections, Symbol.iterator, {
        value: function* iterate(this: readonly SelectionNode[]) {
          for (let index = 0; index < this.length; index += 1) {
            reads.count += 1;
            yield this[index] as SelectionNode;
          }
        },
      });
    },
  });
  return { document, reads };
}

describe('the walk through a hostile document', () => {
  it('never visits more than its budget, whatever the fragments do', () => {
    let refused = 0;
    fc.assert(
      fc.property(hostileDocument, (text) => {
        const { document, reads } = counted(text);
        try {
          const { visits } = weighDocument(schema, document);
          expect(visits).toBeLessThanOrEqual(DOCUMENT_LIMITS.visits);
        } catch (error) {
          expect((error as AppError).code).toBe('operation.too-complex');
          refused += 1;
        }
        expect(reads.count).toBeLessThanOrEqual(DOCUMENT_LIMITS.visits + 1);
      }),
      { numRuns: 500 },
    );
    expect(refused).toBeGreaterThan(0);
  });
});
