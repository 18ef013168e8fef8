import { graphql } from '../generated/gql.ts';

/** A file on its way into the records, as the dialog shows it. */
graphql(`
  fragment ImportJobView on Job {
    id
    state
    done
    total
    errorCode
    isCancelRequested
    outcomes {
      outcome
      reason
      count
    }
    result {
      rows
      url
    }
  }
`);
graphql(`
  fragment ImportView on Import {
    id
    fileName
    sizeBytes
    format
    encoding
    encodingChoices {
      encoding
      lines
    }
    headingRow
    topRows {
      row
      text
    }
    delimiter
    sheet
    sheets
    broken {
      rule
      row
    }
    columns {
      header
      isDerived
      samples
      kind
      format
      takesRegion
      formatChoices {
        format
        samples {
          text
          value
        }
      }
    }
    unclearColumns
    target {
      fields {
        key
        isRequired
        isJoined
      }
      matches
      canCreate
    }
    mapping
    matchBy
    emptyCells
    existingRows
    missingRows
    missingFields
    totals {
      wallets
      before
      after
      credited
      debited
    }
    check {
      ...ImportJobView
    }
    run {
      ...ImportJobView
    }
    refusedRows {
      row
      problems {
        column
        field
        value
        rule
        params
      }
    }
  }
`);

/** The person's files of a kind, the last one first. */
export const myImportsQuery = graphql(`
  query MyImports($entity: ImportEntity!, $into: ID) {
    myImports(entity: $entity, into: $into) {
      ...ImportView
    }
  }
`);

/** What a file may have columns for, for the template. */
export const importTargetQuery = graphql(`
  query ImportTarget($entity: ImportEntity!) {
    importTarget(entity: $entity) {
      fields {
        key
        example
      }
    }
  }
`);

/** Takes a file that was sent. */
export const createImportMutation = graphql(`
  mutation CreateImport($input: CreateImportInput!) {
    createImport(input: $input) {
      import {
        ...ImportView
      }
    }
  }
`);

/** Says how the file is read and what its columns mean. */
export const updateImportMutation = graphql(`
  mutation UpdateImport($input: UpdateImportInput!) {
    updateImport(input: $input) {
      import {
        ...ImportView
      }
    }
  }
`);

/** Says what would become of each row. */
export const checkImportMutation = graphql(`
  mutation CheckImport($id: ID!) {
    checkImport(input: { id: $id }) {
      import {
        ...ImportView
      }
    }
  }
`);

/** Does what the check said. */
export const runImportMutation = graphql(`
  mutation RunImport($id: ID!) {
    runImport(input: { id: $id }) {
      import {
        ...ImportView
      }
    }
  }
`);

/** Forgets the file. */
export const discardImportMutation = graphql(`
  mutation DiscardImport($id: ID!) {
    discardImport(input: { id: $id }) { importId }
  }
`);

/** Stops the check or the import. */
export const cancelImportJobMutation = graphql(`
  mutation CancelImportJob($input: CancelJobInput!) {
    cancelJob(input: $input) {
      job {
        id
      }
    }
  }
`);

/** Files whose points were posted. */
export const pointsImportsQuery = graphql(`
  query PointsImports {
    pointsImports {
      id
      fileName
      createdAt
      byName
      entries
      reversed
    }
  }
`);

/** Expected result of reversing one of them. */
export const pointsReversalPreviewQuery = graphql(`
  query PointsReversalPreview($id: ID!) {
    pointsImports(id: $id) {
      preview {
        entries
        points
        ownersShort
      }
    }
  }
`);

/** Reverses the points of a file. */
export const reversePointsImportMutation = graphql(`
  mutation ReversePointsImport($input: ReversePointsImportInput!) {
    reversePointsImport(input: $input) {
      job {
        id
      }
    }
  }
`);
