import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Avatar, avatarPair, initials } from './avatar.tsx';

test.each([
  ['Hannah O’Sullivan', 'HS'],
  ['Ada', 'A'],
  ['Anna Maria del Río', 'AR'],
  ['فهد بن عثمان', 'فع'],
  ['…', ''],
  ['', ''],
])('initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

test('someone without a name gets a figure on the neutral pair, not an empty circle', () => {
  const id = ['a', 'b', 'c'].find((candidate) => avatarPair(candidate) !== 0) ?? '';
  const markup = renderToStaticMarkup(<Avatar id={id} name="" />);
  expect(markup).toContain('<svg');
  expect(markup).toContain('data-pair="0"');
  expect(renderToStaticMarkup(<Avatar id={id} name="Ada" />)).not.toContain('<svg');
});

test('initials are shown until the picture has loaded, which is decorative and requested only in view [spec 1.13]', () => {
  const markup = renderToStaticMarkup(<Avatar id="a" name="Ada" src="/files/a.png" />);
  expect(markup).toContain('data-initials="A"');
  expect(markup).toMatch(/<img (?=[^>]*src="\/files\/a\.png")(?=[^>]*alt="")(?=[^>]*loading="lazy")/);
  expect(markup).not.toContain('data-loaded');
  expect(renderToStaticMarkup(<Avatar id="a" name="Ada" src={null} />)).not.toContain('<img');
});
