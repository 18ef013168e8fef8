/** The script of the popup asks this function before each call; a real page answers with the token of its own sign-in. */
window.currentToken = async () => 'the token of the person who is signed in';

document.querySelector('#whats-new').addEventListener('click', () => {
  // A second install answers with the popup that the tag installed.
  const releaseNotes = window.BackcounterReleaseNotes.install({
    authProviderEndpoint: '/identity',
    token: window.currentToken,
    adminEndpoint: '/',
    authClientId: 'backcounter',
  });
  releaseNotes.open();
});
