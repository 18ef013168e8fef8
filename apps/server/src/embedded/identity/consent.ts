import { parseAppScopes } from '@backcounter/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type Provider from 'oidc-provider';
import type { Database } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { LOGO, rememberConsent } from './app-consent.ts';
import { audit } from './audit-trail.ts';
import { consentPage } from './pages/consent.page.ts';
import { type FormGuard, originOf } from './pages/form-guard.ts';
import { findPerson } from './person.ts';

/** A sign-in or consent that waits for a person. */
export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

interface ConsentDeps {
  readonly db: Kysely<Database>;
  readonly guard: FormGuard;
  readonly provider: () => Provider | Promise<Provider>;
}

/** Shows what an app asks the signed-in person for; false if one of both is gone. */
export async function sendConsent(deps: ConsentDeps, reply: FastifyReply, interaction: Interaction): Promise<boolean> {
  const { guard } = deps;
  const asked = await askedOf(deps, interaction);
  if (asked === null) return false;
  const { person, client, scopes, returnsTo } = asked;
  const markup = consentPage({
    action: `${guard.root}/interaction/${interaction.uid}`,
    csrf: guard.tokenFor(interaction.uid),
    root: guard.root,
    app: client.clientName ?? client.clientId,
    logo: client[LOGO] as string | undefined,
    host: new URL(returnsTo).host,
    email: person.email,
    scopes,
  });
  guard.send(reply, markup, 200, returnsTo);
  return true;
}

/** Remembers that the person allowed what the app asks for; the answer to the provider, or null if one of both is gone. */
export async function allowApp(deps: ConsentDeps, request: FastifyRequest, interaction: Interaction) {
  const asked = await askedOf(deps, interaction);
  if (asked === null) return null;
  const { provider, person, client, scopes } = asked;
  const known = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined;
  const grant = known ?? new provider.Grant({ accountId: person.id, clientId: client.clientId });
  const allowed = ['openid', ...scopes].join(' ');
  grant.addOIDCScope(allowed);
  const grantId = await grant.save();
  await inTransaction(deps.db, async (trx) => {
    await rememberConsent(trx, { personId: person.id, clientId: client.clientId, scopes: grant.getOIDCScope() });
    await audit(trx, {
      action: 'app.allow',
      sub: person.id,
      roles: person.roles,
      outcome: 'DONE',
      origin: originOf(request),
      changes: { clientId: [null, client.clientId], scopes: [null, allowed] },
    });
  });
  return { consent: { grantId } };
}

async function askedOf(deps: ConsentDeps, interaction: Interaction) {
  const provider = await deps.provider();
  const { client_id: clientId, scope, redirect_uri: returnsTo } = interaction.params;
  const client = await provider.Client.find(String(clientId));
  const person = await findPerson(deps.db, interaction.session?.accountId ?? '');
  if (client === undefined || person === undefined) return null;
  const offered = parseAppScopes(client.scope ?? '');
  const scopes = parseAppScopes(String(scope ?? '')).filter((each) => offered.includes(each));
  return { provider, person, client, scopes, returnsTo: String(returnsTo) };
}
