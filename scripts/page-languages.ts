import type { Plugin } from 'vite'
import { readLanguages } from './languages.mjs'

interface Facts {
  readonly withoutScript?: readonly string[]
}

/**
 * Fills in the texts of `index.html` that are shown before any code is loaded: the list of
 * languages, and in each language a notice for browsers without scripts.
 */
export function pageLanguages(): Plugin {
  return {
    name: 'page-languages',
    transformIndexHtml: { order: 'pre', handler: (html) => withLanguages(html) },
  }
}

/** Returns the page with the languages from these folders. */
export function withLanguages(
  html: string,
  folders: readonly string[] = ['locales', 'custom/locales'],
): string {
  const all = folders.flatMap(
    (folder) => readLanguages(folder) as { readonly code: string; readonly facts: Facts }[],
  )
  const languagesWithNotice = all.filter(({ facts }) => facts.withoutScript)
  const others = languagesWithNotice
    .filter(({ code }) => code !== 'en')
    .map(({ code }) => `html:lang(${code}) .no-script p:not(:lang(${code}))`)
  return html
    .replace('__LANGUAGES__', JSON.stringify(all.map(({ code }) => code)))
    .replace('.no-script-of-other-languages', others.join(',\n        '))
    .replace(
      / *<p>__WITHOUT_SCRIPT__<\/p>/,
      languagesWithNotice.map(({ code, facts }) => paragraph(code, facts.withoutScript)).join('\n'),
    )
}

const paragraph = (code: string, [reason = '', front = '', status = '']: readonly string[] = []) =>
  `      <p lang="${code}">
        ${reason} <a href="/admission">${front}</a>,
        <a href="/registration/status">${status}</a>.
      </p>`
