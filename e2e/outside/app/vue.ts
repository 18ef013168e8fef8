import { createApp, defineComponent, h, ref } from 'vue';
import { begin, i18n, translate, watch } from './core';

const Shop = defineComponent(() => {
  const texts = ref(['', '']);
  watch((...said) => {
    texts.value = said;
  });
  begin();
  return () =>
    h('main', [
      h('h1', translate('proof.page.title')),
      ...texts.value.map((text) => h('p', text)),
      h('button', { type: 'button', onClick: () => i18n.select('de-DE') }, 'Deutsch'),
    ]);
});
createApp(Shop).mount('#app');
