import { describe, expect, it } from 'vitest';
import { getTestLook } from '../../testing/looks.ts';
import { describeLowContrast, findLowContrast, getContrast } from './colours.ts';
import { applyChosenColours } from './derive-colours.ts';

const { palette } = getTestLook();

it('calculates contrast as WCAG defines it', () => {
  expect(getContrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(getContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(getContrast('#123456', '#123456')).toBe(1);
});

it('names each pair whose contrast is too low, with its ratio rounded down', () => {
  const light = { ...palette.light, alert: '#777777', ground: '#ffffff' };
  const found = findLowContrast({ ...palette, light }).map(describeLowContrast);
  expect(found).toContain('alert on ground in light has a contrast of 4.47:1; it needs 4.5:1');
  expect(findLowContrast(palette)).toEqual([]);
});

describe('the colours that follow from chosen ones', () => {
  it('stay as they are without a choice', () => {
    expect(applyChosenColours(palette, undefined)).toEqual(palette);
    expect(applyChosenColours(palette, { dark: {} })).toEqual(palette);
  });

  it('change only where they depend on the choice', () => {
    const { light, dark } = applyChosenColours(palette, { light: { accent: '#1d4ed8' } });
    expect(dark).toEqual(palette.dark);
    const changed = Object.keys(light).filter((name) => light[name as 'ink'] !== palette.light[name as 'ink']);
    expect(changed).toEqual(['accent', 'accent-strong', 'accent-wash']);
    expect(light['on-accent']).toBe('#ffffff');
  });

  it.each([
    ['white and navy', { ground: '#ffffff', ink: '#0b1b3a', accent: '#1d4ed8' }],
    ['cream and brown', { ground: '#fff8ee', ink: '#2b1a0e', accent: '#9a3412', annotation: '#7c4a03' }],
  ])('have enough contrast for %s', (_name, light) => {
    expect(findLowContrast(applyChosenColours(palette, { light })).map(describeLowContrast)).toEqual([]);
  });
});
