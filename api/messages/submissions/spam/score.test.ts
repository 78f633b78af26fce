import { describe, expect, it } from 'vitest';
import { measureCpuTime } from '../../../../testing/cpu-time.ts';
import { evaluateSpamRules } from './evaluate.ts';
import { quarantineScore, scoreSpam } from './score.ts';

const score = (message: string) => scoreSpam({ name: 'Ada', email: 'ada@example.org', company: '', message });

describe('the spam rules', () => {
  it.each(['dev', 'held-out'] as const)('hold on the %s messages', (part) => {
    const { messages, precision, recall, wrong } = evaluateSpamRules(part);
    expect(messages).toBeGreaterThanOrEqual(60);
    expect(precision, JSON.stringify(wrong)).toBeGreaterThanOrEqual(0.98);
    expect(recall, JSON.stringify(wrong)).toBeGreaterThanOrEqual(0.85);
  });

  it('recognise hidden characters, letters of another script, dots and digits', () => {
    for (const text of ['buy v\u200bi\u200bagra', 'buy viаgrа', 'buy v.i.a.g.r.a', 'buy v1agra'])
      expect([text, score(text).score >= quarantineScore]).toEqual([text, true]);
  });

  it('ignore joiners of emoji and Arabic, IPv6 and part numbers', () => {
    for (const text of [
      '👩🏽‍🔧 on site at 10',
      'می\u200cخواهم با شما صحبت کنم',
      '2001:db8::1 and mp3, h264, ipv6, cat6a',
    ])
      expect(score(text)).toEqual({ score: 0, reasons: [] });
  });

  it('return the names of matched rules, heaviest first', () => {
    expect(score('Hurry, order now: viagra http://x.example').reasons).toEqual([
      'pills',
      'hurry',
      'its words',
      'click here',
      'a link',
    ]);
  });

  it('take no longer for a text made to slow them down', async () => {
    const slow = [
      'a'.repeat(5_000),
      'аa'.repeat(2_500),
      'loan '.repeat(1_000),
      '$'.repeat(5_000),
      'http://'.repeat(700),
      'a.'.repeat(2_500),
    ];
    expect(await measureCpuTime(() => slow.map((text) => score(text)))).toBeLessThan(1_000);
  });
});
