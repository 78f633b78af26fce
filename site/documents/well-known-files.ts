import type { Palette } from '../../contract/look/colours.ts';
import type { SiteSettings } from '../settings.ts';

/** Creates robots.txt (RFC 9309). */
export function createRobotsTxt({ siteUrl }: SiteSettings): string {
  return `User-agent: *\nDisallow: /thank-you\nDisallow: /book-a-free-consultation-thank-you\n\nSitemap: ${siteUrl}/sitemap.xml\n`;
}

/** Creates the web app manifest (W3C). */
export function createWebManifest({ company }: SiteSettings, { light }: Palette): string {
  return JSON.stringify({
    name: company.name,
    short_name: company.name,
    start_url: '/',
    display: 'browser',
    background_color: light.ground,
    theme_color: light.accent,
    icons: [
      ...(company.icon?.endsWith('.png') ? [] : [{ src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' }]),
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
    ],
  });
}

const expiryMonths = 6;

/** Creates security.txt (RFC 9116), which expires six months after the first of this month. */
export function createSecurityTxt({ siteUrl, supportEmail }: SiteSettings, now = new Date()): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + expiryMonths, 1)).toISOString();
  return [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
