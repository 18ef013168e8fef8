// Must run before zod is imported: it would compile checks with `new Function`, which the CSP forbids here.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
