import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { apiOriginMeta, pagePolicy } from '../packages/schema/wire/page-policy.ts'

/**
 * If the API is on a different origin (`VITE_API_URL`), adds two tags to the page: the API's
 * origin, which our server reads, and a Content-Security-Policy, for any other server that serves
 * the page.
 */
export function pageForApi(): Plugin {
  let api = ''
  return {
    name: 'page-for-api',
    apply: 'build',
    configResolved: ({ env }) => {
      api = originOf(env.VITE_API_URL ?? '')
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        api === ''
          ? undefined
          : html.replace(charset, () => `${charset}\n    ${metasOf(html, api)}`),
    },
  }
}

const charset = '<meta charset="utf-8" />'

function metasOf(html: string, api: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  const scripts = inline
    .map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    .join(' ')
  const policy = pagePolicy({ scripts, styles: "'unsafe-inline'", api })
  return `<meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <meta name="${apiOriginMeta}" content="${api}" />`
}

/** Returns the origin of a URL; empty for a path on the page's own origin. */
function originOf(address: string): string {
  if (address === '' || address.startsWith('/')) return ''
  if (!/^https?:/.test(address) || !URL.canParse(address))
    throw new Error('VITE_API_URL must be the origin of the API, such as https://api.example.org')
  return new URL(address).origin
}
