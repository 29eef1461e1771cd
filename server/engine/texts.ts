import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { valueInText } from '#model/values/quantities.ts'
import { defaultLanguage, type Language, languageLabel, languages } from '#model/vocabulary.ts'

type Params = { readonly [name: string]: string | number }

/** Texts of the server, from the same locale files as the browser's. */
export interface Texts {
  /** The text of `<namespace>:<key>` in a language, `{{name}}` filled in; English where the language has none. Throws for a key that English lacks. */
  text(language: Language, key: string, params?: Params): string
  /** The same, or undefined for a key that English lacks. */
  find(language: Language, key: string, params?: Params): string | undefined
}

type Catalogue = ReadonlyMap<string, string>

/**
 * Reads every locale file in the folders, each of which has one folder for each language. `derive` answers texts that are
 * made of others, where no file has them. Throws for a file that is no JSON.
 */
export function loadTexts(
  folders: readonly string[],
  derive: (language: Language, texts: Catalogue) => Iterable<readonly [key: string, text: string]> = () => [],
): Texts {
  const catalogues = new Map(
    languages.map((language) => {
      const written = new Map(folders.flatMap((folder) => [...readCatalogue(join(folder, language))]))
      return [language, new Map([...derive(language, written), ...written])]
    }),
  )
  const plurals = new Map(languages.map((language) => [language, new Intl.PluralRules(language)]))
  const find = (language: Language, key: string, params: Params) => {
    const texts = catalogues.get(language)
    const form = typeof params.count === 'number' ? plurals.get(language)?.select(params.count) : undefined
    return (form && texts?.get(`${key}_${form}`)) ?? texts?.get(key)
  }
  const filled = (language: Language, key: string, params: Params = {}) =>
    (find(language, key, params) ?? find(defaultLanguage, key, params) ?? languageLabel(key))?.replace(
      /\{\{\s*(\w+)\s*\}\}/g,
      (whole, name: string) => String(valueInText(name, params[name] ?? whole, language)),
    )
  return {
    text(language, key, params) {
      const found = filled(language, key, params)
      if (found === undefined) throw new Error(`no text has the key ${key}`)
      return found
    },
    find: filled,
  }
}

/** Every text of a language under `<namespace>:<dotted key>`. What a file's name has after a first dot tells the browser when to load it. */
function readCatalogue(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map()
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'language.json')
  return new Map(
    files.flatMap((name) => {
      const texts: object = JSON.parse(readFileSync(join(folder, name), 'utf8'))
      return flat(texts, `${name.split('.')[0]}:`)
    }),
  )
}

function flat(texts: object, prefix: string): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  )
}
