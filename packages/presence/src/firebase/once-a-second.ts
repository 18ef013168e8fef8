const PERIOD_MS = 1000;

/** Throttles a listener: called immediately, then at most once a second with the newest value. */
export function onceASecond<Value>(listener: (value: Value) => void): {
  readonly tell: (value: Value) => void;
  readonly end: () => void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest: { readonly value: Value } | undefined;
  const tellNewest = () => {
    timer = undefined;
    if (!newest) return;
    const { value } = newest;
    newest = undefined;
    timer = setTimeout(tellNewest, PERIOD_MS);
    listener(value);
  };
  return {
    tell(value) {
      newest = { value };
      if (timer === undefined) tellNewest();
    },
    end() {
      clearTimeout(timer);
      newest = undefined;
      timer = undefined;
    },
  };
}
