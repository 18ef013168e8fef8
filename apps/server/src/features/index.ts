import { addAuditTypes } from '../audit/audit.graphql.ts';
import { authoriseSchema } from '../graphql/authorise.ts';
import { createBuilder } from '../graphql/builder.ts';
import { addListTypes } from '../listing/list.graphql.ts';
import { addAccount } from './account/account.graphql.ts';
import { accountList } from './account/account.list.ts';
import { addArea } from './area/area.graphql.ts';
import { auditList } from './audit/audit.list.ts';
import { addAudit } from './audit/audit-list.graphql.ts';
import { addCountry } from './country/country.graphql.ts';
import { addPreference, readPreferences } from './preference/preference.graphql.ts';
import { addSavedView } from './saved-view/saved-view.graphql.ts';
import { addAdminToken } from './session/admin-token.graphql.ts';
import { addViewer } from './session/viewer.graphql.ts';

/** Table of contents: every feature of the API. */
export function createSchema() {
  const builder = createBuilder();
  const lists = { ACCOUNTS: accountList, AUDIT: auditList };
  const listTypes = addListTypes(builder, lists);
  const audit = addAuditTypes(builder, listTypes);
  addViewer(builder, readPreferences);
  addAdminToken(builder);
  addPreference(builder);
  addCountry(builder);
  addArea(builder);
  addAccount(builder, listTypes, audit.connection);
  addAudit(builder, listTypes, audit);
  addSavedView(builder, listTypes, lists);
  return authoriseSchema(builder.toSchema());
}
