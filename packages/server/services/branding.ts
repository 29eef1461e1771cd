import { escapeHtml } from '@matricola/schema/values/html.ts'
import { brandingEndpoints, fillPath, organizationMeta } from '@matricola/schema/wire/endpoints.ts'
import type { Context } from '../context.ts'
import type { CreateBuildPage } from '../http/static-files.ts'

/** Custom colours of the university; null: not set. */
export interface BrandColors {
  readonly colorOnLight: string | null
  readonly colorOnDark: string | null
}

/** The university's appearance. */
export interface Branding extends BrandColors {
  readonly name: string
  /** Id of the logo's file. */
  readonly logo: string | null
}

export async function readBranding({
  database,
  config,
}: Pick<Context, 'database' | 'config'>): Promise<Branding> {
  const [branding] = await database.query<Branding>(
    'select university_name as name, logo, color_on_light as "colorOnLight", color_on_dark as "colorOnDark" from settings limit 1',
  )
  return branding ?? { name: config.name, logo: null, colorOnLight: null, colorOnDark: null }
}

/**
 * Returns styles that replace the program's colours on public pages, in both themes. A colour that
 * is readable on all backgrounds of a theme is also dark or light enough to be the background of
 * buttons and of the header.
 */
export function brandingStyle({ colorOnLight: light, colorOnDark: dark }: BrandColors): string {
  return [
    light &&
      rule('light', {
        primary: light,
        'primary-hover': `color-mix(in srgb, ${light} 88%, #000)`,
        'primary-active': `color-mix(in srgb, ${light} 76%, #000)`,
        link: light,
        nav: light,
        'nav-text': '#fff',
      }),
    dark &&
      rule('dark', {
        primary: dark,
        'primary-hover': `color-mix(in srgb, ${dark} 85%, #fff)`,
        'primary-active': `color-mix(in srgb, ${dark} 70%, #fff)`,
        link: dark,
        'nav-mark': dark,
      }),
  ]
    .filter(Boolean)
    .join('')
}

/**
 * The built page with the organization's name and logo, and in its colours. If these cannot be read,
 * the page keeps those of the program, which is better than no page.
 */
export const createBuiltPages =
  (context: Pick<Context, 'database' | 'config'>): CreateBuildPage =>
  (page) =>
  async () => {
    const branding = await readBranding(context).catch(() => null)
    return branding
      ? { page: withOrganization(page, branding), style: brandingStyle(branding) }
      : { page, style: '' }
  }

function withOrganization(page: string, { name, logo }: Branding): string {
  const path = logo === null ? '' : fillPath(brandingEndpoints.logo.path, { id: logo })
  const content = `content="${escapeHtml(name)}"${path && ` data-logo="${path}"`}`
  return page.replace('</head>', () => `<meta name="${organizationMeta}" ${content}></head>`)
}

const rule = (theme: 'light' | 'dark', tokens: { readonly [token: string]: string }) =>
  `[data-theme="${theme}"] .public{${Object.entries(tokens)
    .map(([token, value]) => `--${token}:${value}`)
    .join(';')}}`
