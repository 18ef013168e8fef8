/** Rows on the first page of the account list, which demo users open first, so they have some of everything. */
export const NEWEST_ACCOUNTS = `select id from account where state <> 'ERASED' order by created_at desc, id desc limit 25`;
