import { expect, it } from 'vitest';
import { renderMailHtml } from './mail-html.ts';

const company = { name: 'Orchard & Row', siteUrl: 'https://orchard.example' };
const render = (body: string, subject = 'Hello') => renderMailHtml({ subject, body }, company);

it('has the paragraphs and lines of the plain text, and lets the time of an appointment stand out', () => {
  const html = render('Hello Ada,\n\nYour consultation is booked for\n\n  Monday 04 Jan, 09:00\n\nOne\nTwo\n');
  expect(html).toMatch(/^<!doctype html><html lang="en"><head><meta charset="utf-8">/);
  expect(html).toContain('>Orchard &#x26; Row</p>');
  expect([...html.matchAll(/<p dir="auto"[^>]*>(.*?)<\/p>/g)].map(([, text]) => text).slice(1)).toEqual([
    'Hello Ada,',
    'Your consultation is booked for',
    '<strong>Monday 04 Jan, 09:00</strong>',
    'One<br>Two',
  ]);
});

it('makes links of addresses of the site alone, and text of everything that a stranger can write', () => {
  const own = 'https://orchard.example/book-a-free-consultation?manage=a.b&to=1';
  const html = render(`Open ${own}\n\nhttps://evil.example <img src=x onerror=alert(1)> https://orchard.example.evil`);
  expect([...html.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => address)).toEqual([own.replace('&', '&#x26;')]);
  expect(html).not.toMatch(/<img|<script/);
  expect(render('', '</title><script>')).not.toContain('<script>');
});
