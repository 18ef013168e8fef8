import type { CodegenConfig } from '@graphql-codegen/cli';
import { type DocumentNode, Kind } from 'graphql';

/** Metadata of a document that the client needs without its text, which a production build omits. */
function describe(document: DocumentNode): Record<string, unknown> | undefined {
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const field = operation?.selectionSet.selections.find((selection) => selection.kind === Kind.FIELD);
  const meta = { kind: operation?.operation, name: operation?.name?.value };
  return operation?.operation === 'mutation' ? { ...meta, field: field?.name.value } : operation && meta;
}

/** Types and persisted documents of the console's operations, generated from the committed schema. */
const config: CodegenConfig = {
  schema: 'apps/server/schema.graphql',
  documents: ['apps/console/src/**/*.operations.ts'],
  ignoreNoDocuments: true,
  generates: {
    'apps/console/src/generated/': {
      preset: 'client',
      presetConfig: {
        fragmentMasking: false,
        onExecutableDocumentNode: describe,
        persistedDocuments: { hashAlgorithm: 'sha256', hashPropertyName: 'hash' },
      },
      config: {
        documentMode: 'string',
        useTypeImports: true,
        enumsAsTypes: true,
        skipTypename: true,
        strictScalars: true,
        scalars: {
          Date: 'string',
          DateTime: 'string',
          JSON: 'unknown',
          LocalizedText: 'Record<string, string>',
          SafeInt: 'number',
          ID: 'string',
        },
        emitLegacyCommonJSImports: false,
        importExtension: '.ts',
      },
    },
  },
};

export default config;
