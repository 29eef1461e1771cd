import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Languages, languageLabel } from '@matricola/schema/languages.ts'
import { formatIfQuantity } from '@matricola/schema/values/quantities.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'

type Params = { readonly [name: string]: string | number }

/** Texts of the server, from the same locale files that the browser uses. */
export interface Texts {
  /** The languages that have texts; the first is the default. */
  readonly languages: Languages
  /**
   * Returns the text of `<namespace>:<key>` with `{{name}}` filled in, in the default language if
   * the language lacks it. A `context` selects the form `<key>_<context>`, if there is one. Throws
   * if that language lacks the text too.
   */
  text(language: Language, key: string, params?: Params): string
  /** Like `text`, but returns undefined if no text has the key. */
  find(language: Language, key: string, params?: Params): string | undefined
  /** Whether the language lacks a text that the default language has, and whose key begins so. */
  lacksAny(language: Language, prefix: string): boolean
}

type Catalogue = ReadonlyMap<string, string>

const { resolve } = createRequire(import.meta.url)

/**
 * Returns the folders of texts: those of the packages, and those of the packs, which are relative to
 * the program's folder. Later ones take precedence.
 */
export const textFolders = (root: string, locales: readonly string[]): string[] => [
  ...['schema', 'console', 'server'].map((name) =>
    join(dirname(resolve(`@matricola/${name}/package.json`)), 'locales'),
  ),
  ...locales.map((path) => join(root, path)),
]

/**
 * Reads all locale files of the languages. Each of `folders` has one subfolder per language.
 * `derive` returns texts that are generated from others, used where no file has them. Throws for
 * invalid JSON.
 */
export function loadTexts(
  languages: Languages,
  folders: readonly string[],
  derive: (
    language: Language,
    texts: Catalogue,
  ) => Iterable<readonly [key: string, text: string]> = () => [],
): Texts {
  const catalogues = new Map(
    languages.map((language) => {
      const written = new Map(
        folders.flatMap((folder) => [...readCatalogue(join(folder, language))]),
      )
      return [language, new Map([...derive(language, written), ...written])]
    }),
  )
  const plurals = new Map(languages.map((language) => [language, new Intl.PluralRules(language)]))
  const find = (language: Language, key: string, params: Params) => {
    const texts = catalogues.get(language)
    const form =
      typeof params.count === 'number' ? plurals.get(language)?.select(params.count) : undefined
    const { context } = params
    return (
      (context === undefined ? undefined : texts?.get(`${key}_${context}`)) ??
      (form && texts?.get(`${key}_${form}`)) ??
      texts?.get(key)
    )
  }
  const interpolate = (language: Language, key: string, params: Params = {}) =>
    (find(language, key, params) ?? find(languages[0], key, params) ?? languageLabel(key))?.replace(
      /\{\{\s*(\w+)\s*\}\}/g,
      (match, name: string) => String(formatIfQuantity(name, params[name] ?? match, language)),
    )
  return {
    languages,
    text(language, key, params) {
      const found = interpolate(language, key, params)
      if (found === undefined) throw new Error(`no text has the key ${key}`)
      return found
    },
    find: interpolate,
    lacksAny(language, prefix) {
      // Languages differ in plural forms and in forms by context.
      const keysOf = (one: Language) =>
        [...(catalogues.get(one)?.keys() ?? [])].flatMap((key) =>
          key.startsWith(prefix) ? [key.replace(/_\w+$/, '')] : [],
        )
      const own = new Set(keysOf(language))
      return keysOf(languages[0]).some((key) => !own.has(key))
    },
  }
}

/**
 * Returns all texts of a language by `<namespace>:<dotted key>`. In a file name, the part after the
 * first dot only matters to the browser.
 */
function readCatalogue(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map()
  const files = readdirSync(folder).filter(
    (name) => name.endsWith('.json') && name !== 'language.json',
  )
  return new Map(
    files.flatMap((name) => {
      const texts: object = JSON.parse(readFileSync(join(folder, name), 'utf8'))
      return flatten(texts, `${name.split('.')[0]}:`)
    }),
  )
}

function flatten(texts: object, prefix: string): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )
}
