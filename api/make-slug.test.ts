import { expect, it, test } from 'vitest';
import { anySlug } from '../contract/content/reference-schemas.ts';
import { makeSlug } from './make-slug.ts';

test.each([
  ['Ärger & Freude: 7.9 ms', 'arger-freude-7-9-ms'],
  ['I’m “here” — ½', 'i-m-here-1-2'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['Tiếng Việt', 'tieng-viet'],
  ['Cafe\u0301', 'cafe'],
  ['Привет мир', 'privet-mir'],
  ['Ελληνικά', 'ellinika'],
  ['پاکستان کی خبریں', 'pkstn-ky-khbryn'],
  ['مرحبا بالعالم', 'mrhb-bllm'],
  ['שלום עולם', 'slvm-vlm'],
  ['हिन्दी', 'hindi'],
  ['你好，世界', 'ni-hao-shi-jie'],
  ['東京タワー', 'dong-jing-tawa'],
  ['한국어 제목', 'hangugeo-jemog'],
  ['ＦＵＬＬ ①', 'full-1'],
  ['🎉 Party 🚀', 'party'],
])('%j becomes the slug %j', async (words, slug) => {
  expect(await makeSlug(words, 'blog')).toBe(slug);
});

it('returns the fallback for words without letters and digits', async () => {
  for (const words of ['', ' ', '🎉', '!?', '—', '\u0301', '\u200f'])
    expect(await makeSlug(words, 'blog')).toBe('blog');
});

it('returns a slug of the contract for any words, with at most 80 characters', async () => {
  const alphabets = ['a', 'ж', '你', '가', 'ا', 'ß', "'", '-', ' ', '9'];
  for (const letter of alphabets) {
    for (const words of [letter.repeat(200), `${'b'.repeat(79)}${letter}b`, `${letter}b`]) {
      const slug = await makeSlug(words, 'blog');
      expect(anySlug.safeParse(slug).success, words).toBe(true);
      expect(slug.length).toBeLessThanOrEqual(80);
    }
  }
});
