import { install } from '@backcounter/release-notes';
import { createApp, h, onMounted, onUnmounted, ref, watch } from 'vue';

/** Installs the popup for as long as the component is there. */
function withReleaseNotes(options) {
  let releaseNotes;
  onMounted(() => {
    releaseNotes = install(options());
    // The page goes on without its release notes; the popup has logged why.
    releaseNotes.ready.catch((error) => console.debug(error.cause));
  });
  onUnmounted(() => releaseNotes?.remove());
  watch(options, (changed) => releaseNotes?.update(changed));
  return () => releaseNotes?.open();
}

const App = {
  setup() {
    const isDark = ref(false);
    const open = withReleaseNotes(() => ({
      authProviderEndpoint: '/identity',
      token: async () => 'the token of the person who is signed in',
      dark: isDark.value,
    }));
    return () =>
      h('main', [
        h('h1', 'Release notes in Vue'),
        h('button', { type: 'button', onClick: open }, 'What’s new'),
        h('button', { type: 'button', onClick: () => (isDark.value = !isDark.value) }, 'Dark'),
      ]);
  },
};

createApp(App).mount('#app');
