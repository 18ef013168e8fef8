import { graphql } from '../generated/gql.ts';

// Parts that the documents of all entities share; a document takes them by name.
graphql(`fragment Ends on PageInfo { hasNextPage hasPreviousPage startCursor endCursor }`);
graphql(`fragment Counted on ListCount { kind value countedAt }`);
graphql(`fragment Uses on Usage { kind count isLowerBound }`);
graphql(`
  fragment Events on AuditEventConnection {
    nodes { id occurredAt actor { name } action outcome reason changes { field before after isMasked names } }
    pageInfo { hasNextPage endCursor }
    count { ...Counted }
  }
`);
