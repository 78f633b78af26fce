import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultyFields, openTestApi, type TestApi } from '../../testing/api.ts';
import { importPlaces } from './import.ts';

let api: TestApi;
const countCities = async () =>
  (await api.ctx.db.execute<{ total: number }>(sql`select count(*) as total from cities`)).rows[0]?.total;

beforeAll(async () => {
  api = await openTestApi();
  // Two servers that begin on one empty database.
  await Promise.all([importPlaces(api.ctx), importPlaces(api.ctx)]);
});
afterAll(() => api.close());

interface Place {
  countryCode: string;
  stateCode?: string;
  code: string;
  name: string;
}

const country = () => api.get('/api/location/country');
const states = (query = '') => api.get(`/api/location/state${query}`);
const cities = (query = '') => api.get(`/api/location/city${query}`);

describe('the places', () => {
  it('are filled once, by however many servers', async () => {
    const before = await countCities();
    const { rows } = await api.ctx.db.execute<{ total: number }>(sql`
      select count(*) as total from cities where country_code = 'GB' and state_code = 'ENG' and name = 'London'`);
    expect(rows[0]?.total).toBe(1);
    await importPlaces(api.ctx);
    expect(await countCities()).toBe(before);
    expect(before).toBeGreaterThan(100_000);
  });
});

describe('the countries', () => {
  it('are all there by name, each with a code and a calling code', async () => {
    const { body, headers } = await country();
    expect(body.items.length).toBeGreaterThan(240);
    expect(body.items).toContainEqual({ code: 'GB', name: 'United Kingdom', phone: '+44' });
    for (const { code, phone } of body.items) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      expect(phone).toMatch(/^\+\d+$/);
    }
    const names = body.items.map(({ name }: Place) => name);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
    expect(headers['cache-control']).toBe('public, max-age=3600');
  });
});

describe('the states', () => {
  it('are those of one country, whatever the case of its code', async () => {
    const { body } = await states('?countryCode=GB');
    expect(body.items.length).toBe(body.total);
    expect(body.items).toContainEqual({ countryCode: 'GB', code: 'ENG', name: 'England' });
    expect(body.items.every(({ countryCode }: Place) => countryCode === 'GB')).toBe(true);
    expect((await states('?countryCode=gb')).body).toEqual(body);
  });

  it('are one page of all without a country', async () => {
    const { body } = await states();
    expect(body).toMatchObject({ page: 0, size: 100 });
    expect(body.items).toHaveLength(100);
    expect(body.total).toBeGreaterThan(3000);
  });

  it('are none for a country that has none or does not exist', async () => {
    expect((await states('?countryCode=XX')).body).toEqual({ items: [], page: 0, size: 100, total: 0 });
  });
});

describe('the cities', () => {
  it('are those of one state, by name, page by page', async () => {
    const query = '?countryCode=GB&stateCode=ENG&size=50';
    const first = await cities(query);
    const second = await cities(`${query}&page=1`);
    const names = [...first.body.items, ...second.body.items].map(({ name }: Place) => name);
    expect(names).toHaveLength(100);
    expect(names).toEqual([...names].sort());
    expect(
      first.body.items.every(({ countryCode, stateCode }: Place) => countryCode === 'GB' && stateCode === 'ENG'),
    ).toBe(true);
    const { total } = first.body;
    expect((await cities(`${query}&page=${Math.ceil(total / 50)}`)).body).toMatchObject({ items: [], total });
    expect((await cities(`${query}&page=${Math.ceil(total / 50) - 1}`)).body.items).toHaveLength(total % 50 || 50);
  });

  it('are one page of a country, or of all', async () => {
    const ofCountry = await cities('?countryCode=de');
    const all = await cities();
    expect(ofCountry.body.items).toHaveLength(100);
    expect(ofCountry.body.items.every(({ countryCode }: Place) => countryCode === 'DE')).toBe(true);
    expect(all.body.items).toHaveLength(100);
    expect(all.body.total).toBeGreaterThan(ofCountry.body.total);
  });
});

it.each(['state', 'city'])('%s refuses what is no country code', async (path) => {
  for (const code of ['', 'G', 'GBR', '12', 'G1', '%00%00', 'ÄÖ', 'GB&countryCode=DE']) {
    const answer = await api.get(`/api/location/${path}?countryCode=${code}`);
    expect([code, answer.status, faultyFields(answer)]).toEqual([code, 400, ['countryCode']]);
  }
});
