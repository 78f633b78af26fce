import satori from 'satori';
import { expect, it } from 'vitest';
import { loadFonts } from './font-files.ts';
import { createBox, renderBoxesToSvg, simplifyText } from './outline.ts';

const size = { width: 640, height: 200 };
const render = (text: string) =>
  renderBoxesToSvg(createBox({ fontFamily: 'Familjen Grotesk', fontSize: 40 }, text), size);

it.each([
  ['Latin', 'Łódź and Győr'],
  ['Vietnamese', 'Điện toán đám mây ở Việt Nam'],
  ['Latin with separate marks', 'Z\u030cilina, e\u0301te\u0301'],
  ['Greek', 'Οδυσσέας στη θάλασσα'],
  ['Cyrillic', 'Привет мир'],
  ['Ukrainian', 'Їжак і ґанок'],
  ['Chinese', '云计算的未来与数据中心'],
  ['Japanese', '東京タワーからの眺め'],
  ['Korean', '서울의 클라우드'],
  ['Arabic', 'مرحبا بالعالم'],
  ['Urdu', 'کلاؤڈ کمپیوٹنگ'],
  ['Hebrew', 'שלום עולם'],
  ['Hindi', 'नमस्ते दुनिया'],
  ['Bengali', 'বাংলা মেঘ'],
  ['Tamil', 'வணக்கம் உலகம்'],
  ['Thai', 'สวัสดีชาวโลก'],
  ['Georgian', 'საქართველოს ღრუბელი'],
  ['Armenian', 'Հայաստանի ամպը'],
  ['Amharic', 'የኢትዮጵያ ደመና'],
  ['emoji', 'Launch 🚀 ❤️ 🇩🇪'],
  ['symbols', 'Ω ≈ 5 µm → “quoted” … № 7'],
])('draws %s, and every letter has a font', async (_name, text) => {
  const { fonts } = await loadFonts([simplifyText(text)]);
  const missing: string[] = [];
  const box = createBox({ fontFamily: 'Familjen Grotesk', fontSize: 40 }, simplifyText(text));
  await satori(box as Parameters<typeof satori>[0], {
    ...size,
    fonts,
    // satori asks for each segment with a character that none of its fonts has.
    loadAdditionalAsset: async (_code, segment) => {
      missing.push(segment);
      return [];
    },
  });
  expect(missing).toEqual([]);
  expect(await render(text)).toMatch(/<path [^>]*d="M/);
});

it('draws the first of joined emoji', async () => {
  expect(await render('👩‍💻')).toBe(await render('👩'));
});

it.each(['ខ្មែរ', 'བོད་', 'မြန်မာ', '\u{e000}'])('leaves out a text in a script without a font: %s', async (text) => {
  expect(await render(text)).toBe(await render(''));
});

it('loads no further font for a text in English', async () => {
  expect((await loadFonts(['A title – “quoted”, 5 €'])).fonts).toHaveLength(2);
});
