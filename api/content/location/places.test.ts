import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getInvalidFields } from '../../../testing/api.ts';
import { setUpApi } from '../../../testing/set-up.ts';
import { importPlaces } from './import.ts';

const countCities = async () =>
  (await api.ctx.db.execute<{ total: number }>(sql`select count(*) as total from cities`)).rows[0]?.total;

const api = await setUpApi();
// Two servers that start on one empty database.
await Promise.all([importPlaces(api.ctx), importPlaces(api.ctx)]);

interface Place {
  countryCode: string;
  stateCode?: string;
  code: string;
  name: string;
}

const getCountry = () => api.get('/api/location/country');
const listStates = (query = '') => api.get(`/api/location/state${query}`);
const listCities = (query = '') => api.get(`/api/location/city${query}`);

describe('the places', () => {
  it('are imported once, by any number of servers', async () => {
    const before = await countCities();
    const { rows } = await api.ctx.db.execute<{ total: number }>(sql`
      select count(*) as total from cities where country_code = 'GB' and state_code = 'GB-ENG' and name = 'London'`);
    expect(rows[0]?.total).toBe(1);
    await importPlaces(api.ctx);
    expect(await countCities()).toBe(before);
    expect(before).toBeGreaterThan(100_000);
  });
});

describe('the countries', () => {
  it('are complete and sorted by name, each with a code and a calling code', async () => {
    const { body, headers } = await getCountry();
    expect(body.items.length).toBeGreaterThan(240);
    expect(body.items).toContainEqual({ code: 'GB', name: 'United Kingdom', phone: '+44' });
    for (const { code, phone } of body.items) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      expect(phone).toMatch(/^\+\d+$/);
    }
    const names = body.items.map(({ name }: Place) => name);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
    const accented = [
      'Åland Islands',
      'Côte d’Ivoire',
      'Curaçao',
      'Réunion',
      'Saint Barthélemy',
      'São Tomé and Príncipe',
    ];
    expect(names).toEqual(expect.arrayContaining([...accented, 'Türkiye']));
    expect(headers['cache-control']).toBe('public, max-age=3600');
  });
});

describe('the states', () => {
  it('are those of one country, whatever the case of its code', async () => {
    const { body } = await listStates('?countryCode=GB');
    expect(body.items.length).toBe(body.total);
    expect(body.items).toContainEqual({ countryCode: 'GB', code: 'GB-ENG', name: 'England' });
    expect(body.items.every(({ countryCode }: Place) => countryCode === 'GB')).toBe(true);
    expect((await listStates('?countryCode=gb')).body).toEqual(body);
  });

  it.each([
    ['US', { California: 'US-CA', 'New York': 'US-NY' }],
    ['DE', { Bavaria: 'DE-BY', Hesse: 'DE-HE' }],
    ['FR', { Brittany: 'FR-BRE', Corsica: 'FR-20R' }],
    ['CA', { Ontario: 'CA-ON', Quebec: 'CA-QC' }],
    ['IN', { Kerala: 'IN-KL' }],
    ['JP', { Tokyo: 'JP-13' }],
    ['IE', { Leinster: 'IE-L' }],
  ])('of %s have their ISO 3166-2 codes', async (countryCode, codes) => {
    const { body } = await listStates(`?countryCode=${countryCode}`);
    const found = Object.fromEntries(body.items.map(({ name, code }: Place) => [name, code]));
    expect(found).toMatchObject(codes);
    for (const code of Object.values(found)) expect(code).toMatch(new RegExp(`^${countryCode}-[A-Z0-9]{1,3}$`));
  });

  it('have unique codes, and GeoNames codes where ISO 3166-2 has none', async () => {
    const { rows } = await api.ctx.db.execute<{ code: string; name: string }>(sql`select code, name from states`);
    const codes = rows.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => /^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(code)).length).toBeGreaterThan(3_500);
    for (const code of codes) expect(code).toMatch(/^[A-Z]{2}[-.]\w+$/);
  });

  it('are paged over all countries without a country code', async () => {
    const { body } = await listStates();
    expect(body).toMatchObject({ page: 0, size: 100 });
    expect(body.items).toHaveLength(100);
    expect(body.total).toBeGreaterThan(3000);
  });

  it('are empty for a country without states and for an unknown country', async () => {
    expect((await listStates('?countryCode=XX')).body).toEqual({ items: [], page: 0, size: 100, total: 0 });
  });
});

describe('the cities', () => {
  it('are those of one state, sorted by name and paged', async () => {
    const query = '?countryCode=GB&stateCode=GB-ENG&size=50';
    const first = await listCities(query);
    const second = await listCities(`${query}&page=1`);
    const names = [...first.body.items, ...second.body.items].map(({ name }: Place) => name);
    expect(names).toHaveLength(100);
    expect(names).toEqual([...names].sort());
    expect(
      first.body.items.every(({ countryCode, stateCode }: Place) => countryCode === 'GB' && stateCode === 'GB-ENG'),
    ).toBe(true);
    const { total } = first.body;
    expect((await listCities(`${query}&page=${Math.ceil(total / 50)}`)).body).toMatchObject({ items: [], total });
    expect((await listCities(`${query}&page=${Math.ceil(total / 50) - 1}`)).body.items).toHaveLength(total % 50 || 50);
  });

  it('are found by the beginning of their name, regardless of case and accents', async () => {
    const england = '?countryCode=GB&stateCode=GB-ENG';
    const listCityNames = async (query: string) => (await listCities(query)).body.items.map(({ name }: Place) => name);
    expect(await listCityNames(`${england}&name=york`)).toContain('York');
    expect(await listCityNames(`${england}&name=Wol`)).toContain('Wolverhampton');
    expect(await listCityNames('?countryCode=CH&name=zur')).toContain('Zürich');
    expect(await listCityNames('?countryCode=CH&name=ZÜRI')).toContain('Zürich');
    expect(await listCityNames('?countryCode=BR&name=sao%20pau')).toContain('São Paulo');
    expect(await listCityNames('?name=Reykjav')).toContain('Reykjavík');
    const { body } = await listCities(`${england}&name=b&size=100`);
    expect(body.total).toBeGreaterThan(300);
    for (const { name } of body.items) expect(name).toMatch(/^B/i);
    for (const name of ['%25', '_', 'zzzqq', "'", '\\', '日'])
      expect([name, await listCityNames(`${england}&name=${name}`)]).toEqual([name, []]);
  });

  it('are those of a state by the short form of its code', async () => {
    const whole = await listCities('?countryCode=GB&stateCode=GB-ENG');
    expect(whole.body.total).toBeGreaterThan(3_000);
    expect((await listCities('?countryCode=gb&stateCode=ENG')).body).toEqual(whole.body);
  });

  it('are paged for a country, and for all countries', async () => {
    const ofCountry = await listCities('?countryCode=de');
    const all = await listCities();
    expect(ofCountry.body.items).toHaveLength(100);
    expect(ofCountry.body.items.every(({ countryCode }: Place) => countryCode === 'DE')).toBe(true);
    expect(all.body.items).toHaveLength(100);
    expect(all.body.total).toBeGreaterThan(ofCountry.body.total);
  });
});

it.each(['state', 'city'])('%s refuses an invalid country code', async (path) => {
  for (const code of ['', 'G', 'GBR', '12', 'G1', '%00%00', 'ÄÖ', 'GB&countryCode=DE']) {
    const answer = await api.get(`/api/location/${path}?countryCode=${code}`);
    expect([code, answer.status, getInvalidFields(answer)]).toEqual([code, 400, ['countryCode']]);
  }
});
