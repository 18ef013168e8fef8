import pg from 'pg';

const PREFACE = `# Reporting

Analysts read the views of the schema \`reporting\` with any PostgreSQL client. Their columns are a promise: later versions add views and columns, and remove none without notice in the
[changelog](../CHANGELOG.md). Other tables may change with any version.

\`\`\`sh
npm run reporting -- add finance              # creates the role report_finance and prints its address with the password, once
npm run reporting -- add support --personal   # reads names and contacts too
npm run reporting -- list
npm run reporting -- remove finance
\`\`\`

A role reads these views and nothing else, writes to no table, holds at most 5 connections, and its statements end after 60 s. With \`DATABASE_REPLICA_URL\` the address is that of the
replica. With your own database the role in \`DATABASE_OWNER_URL\` needs \`CREATEROLE\`, and \`pg_hba.conf\` must admit the analysts' machines. Personal data leaves the product this
way without the [budgets](personal-data.md#disclosure-budgets) and the trail of the console: give \`--personal\` to few. Adding and removing is audited.

Instants are in UTC, money in minor units of its currency. Of the figures of a day, those of today still change.
`;

interface Column {
  readonly view: string;
  readonly about: string;
  readonly name: string;
  readonly type: string;
  readonly comment: string;
}

/** The page about the views of schema `reporting`, from their comments. */
export async function reportingDocument(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(COLUMNS);
    const views = Map.groupBy(rows, ({ view }) => view);
    return PREFACE + [...views.values()].map(section).join('');
  } finally {
    await client.end();
  }
}

export const COLUMNS = `
  SELECT c.relname AS view, coalesce(obj_description(c.oid), '') AS about, a.attname AS name, format_type(a.atttypid, NULL) AS type,
    coalesce(col_description(c.oid, a.attnum), '') AS comment
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
  WHERE c.relnamespace = 'reporting'::regnamespace ORDER BY c.relname, a.attnum`;

function section(columns: readonly Column[]): string {
  const [{ view, about } = { view: '', about: '' }] = columns;
  const text = about.replace(/ ?\{personal\}$/, ' Only for roles with `--personal`.');
  const lines = columns.map(({ name, type, comment }) => `| \`${name}\` | ${type} | ${comment} |\n`);
  return `\n## ${view}\n\n${text}\n\n| column | type | meaning |\n| --- | --- | --- |\n${lines.join('')}`;
}
