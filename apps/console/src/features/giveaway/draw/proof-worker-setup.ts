// Before zod is read: it compiles checks with `new Function` where it may, and here it may not.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
