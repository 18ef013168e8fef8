/** Rows of the first page of the list of accounts: what people of a demo open first has something of everything. */
export const NEWEST_ACCOUNTS = `select id from account where state <> 'ERASED' order by created_at desc, id desc limit 25`;
