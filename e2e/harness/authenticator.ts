import type { Visit } from './visit.ts';

/** Gives the visit's device an authenticator that has recognised its owner. */
export async function addAuthenticator(visit: Visit): Promise<void> {
  const session = await visit.context.newCDPSession(visit.page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
