import type { Context } from '../context.ts'
import type { PagesOf } from '../http/static-files.ts'

/** The university's own colours, where it has set any. */
export interface Colors {
  readonly colorOnLight: string | null
  readonly colorOnDark: string | null
}

/** Appearance of the university. */
export interface UniversityFace extends Colors {
  readonly name: string
  /** The file of its logo. */
  readonly logo: string | null
}

const unset: UniversityFace = { name: 'Matricola', logo: null, colorOnLight: null, colorOnDark: null }

export async function readFace({ database }: Pick<Context, 'database'>): Promise<UniversityFace> {
  const [face] = await database.query<UniversityFace>(
    'select university_name as name, logo, color_on_light as "colorOnLight", color_on_dark as "colorOnDark" from settings limit 1',
  )
  return face ?? unset
}

/**
 * The university's colours in place of the program's own, for public pages in both themes. A colour that can be read on
 * every ground of a theme carries, the other way round, the text that stands on buttons and on the header.
 */
export function faceStyle({ colorOnLight: light, colorOnDark: dark }: Colors): string {
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
 * The page as the build has made it, in the university's colours. Where those cannot be read, it has the program's own: better
 * than no page.
 */
export const pageAsBuilt =
  (context: Pick<Context, 'database'>): PagesOf =>
  (page) =>
  async () => ({ page, style: await readFace(context).then(faceStyle, () => '') })

const rule = (theme: 'light' | 'dark', tokens: { readonly [token: string]: string }) =>
  `[data-theme="${theme}"] .public{${Object.entries(tokens)
    .map(([token, value]) => `--${token}:${value}`)
    .join(';')}}`
