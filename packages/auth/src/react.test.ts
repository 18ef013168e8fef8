import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AuthSDK } from './auth-sdk.ts';
import { AuthProvider, useAuth } from './react.ts';

function Status(): string {
  return useAuth().status;
}

test('outside of a provider the error names the missing provider [spec 8.20]', () => {
  expect(() => renderToString(createElement(Status))).toThrow('AuthSDK has not been initialized');
});

test('inside a provider it has the snapshot', () => {
  const sdk = new AuthSDK({
    authority: 'https://id.example',
    clientId: 'office',
    redirectUri: 'https://office.example/login',
    silentRedirectUri: 'https://office.example/silent',
    popupRedirectUri: 'https://office.example/popup',
    postLogoutRedirectUri: 'https://office.example/logout',
  });
  expect(renderToString(createElement(AuthProvider, { sdk }, createElement(Status)))).toBe('starting');
});
