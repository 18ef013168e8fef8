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
    recheck {
      ...ImportJobView
    }
    createdAt
    progress {
      rows
      ready
      toCorrect
      corrected
      leftOut
      imported
    }
  }
`);

/** The person's files of a kind, the last one first. */
export const myImportsQuery = graphql(`
  query MyImports($entity: ImportEntity!, $into: ID) {
    myImports(entity: $entity, into: $into) {
      id
      fileName
      createdAt
      run { state }
      progress {
        ready
        toCorrect
        corrected
      }
    }
  }
`);

/** One of the person's files. */
export const importQuery = graphql(`
  query ImportItem($id: ID!) {
    import(id: $id) {
      ...ImportView
    }
  }
`);

/** Kinds of mistakes of the rows to correct. */
export const importMistakesQuery = graphql(`
  query ImportMistakes($id: ID!) {
    import(id: $id) {
      mistakes {
        problem { at column field value rule params suggestion }
        rows
        suggested
        values { value rows suggestion }
      }
    }
  }
`);

/** A page of refused rows. */
export const importRowsQuery = graphql(`
  query ImportRows($id: ID!, $state: ImportRowState!, $mistake: ImportMistakeInput, $after: Int, $first: Int!) {
    import(id: $id) {
      rows(state: $state, mistake: $mistake, after: $after, first: $first) {
        row
        state
        cells
        corrected { column value }
        mistake
        problems { at column field value rule params suggestion }
      }
    }
  }
`);

/** Corrects a cell of refused rows. */
export const correctImportRowsMutation = graphql(`
  mutation CorrectImportRows($input: CorrectImportRowsInput!) {
    correctImportRows(input: $input) {
      changed
      import {
        ...ImportView
      }
    }
  }
`);

/** Leaves refused rows out, or takes them in again. */
export const leaveOutImportRowsMutation = graphql(`
  mutation LeaveOutImportRows($input: LeaveOutImportRowsInput!) {
    leaveOutImportRows(input: $input) {
      changed
      import {
        ...ImportView
      }
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
