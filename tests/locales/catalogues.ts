import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mergeTexts } from '@matricola/schema/merge-texts.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { projectRoot } from '@matricola/testing/databases.ts'
import { languages } from '#resources/languages.ts'
import { packageLocales, programLocales } from '../../scripts/locale-folders.mjs'

const foldersAt = (paths: readonly string[]) => paths.map((path) => join(projectRoot, path))
/** The folders of texts. Later ones override earlier ones. */
export const allFolders = foldersAt(programLocales())
export const packageFolders = foldersAt(packageLocales())

/** Names of a language's namespaces, such as `errors`. */
export const namespacesOf = (
  language: Language,
  folders: readonly string[] = allFolders,
): string[] =>
  [...new Set(folders.flatMap((folder) => readdirSync(join(folder, language))))]
    .map((name) => name.replace(/\.json$/, ''))
    .filter((name) => name !== 'language')
    .toSorted()

/** The texts of a namespace as they are served: those of the packages and of the application. */
export const catalogue = (
  language: Language,
  namespace: string,
  folders: readonly string[] = allFolders,
): { readonly [key: string]: unknown } => ({
  ...folders
    .map((folder) => join(folder, language, `${namespace}.json`))
    .filter((path) => existsSync(path))
    .map((path): object => JSON.parse(readFileSync(path, 'utf8')))
    .reduce(mergeTexts, {}),
})

/** All texts of a namespace by their dotted key. */
export const catalogueTexts = (
  language: Language,
  namespace: string,
  folders: readonly string[] = allFolders,
): Map<string, string> => new Map(flattenTexts(catalogue(language, namespace, folders)))

function flattenTexts(texts: object, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flattenTexts(value, `${prefix}${key}.`),
  )
}

/** A sentence with a wording that the specification fixes. */
const fixedSize = 'Maximum file size is 2 MB.'

const pluralEnding = /_(zero|one|two|few|many|other)$/

/** Suffix of the form for women, in languages where it differs (context of i18next). */
const sexEnding = /_F$/

/** The key without its plural suffix, and without that of a form by sex. */
export const baseKey = (key: string) => key.replace(pluralEnding, '').replace(sexEnding, '')
export const pluralForm = (key: string) => pluralEnding.exec(key)?.[1]

/** Distinct names between double braces. */
export const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name ?? ''))].toSorted()

/** Returns the problems in the catalogues of the project in `base`, one per line. */
export const findCatalogueProblems = (base = projectRoot): string[] => [
  ...programLocales(base).flatMap((name) => problemsOfFolder(name, join(base, name))),
  ...repeatedTexts(base),
]

const problemsOfFolder = (name: string, folder: string): string[] =>
  languages.flatMap((language) => [
    ...differences(
      `${name}/${language}: namespaces`,
      namespacesOf('en', [folder]),
      namespacesOf(language, [folder]),
    ),
    ...namespacesOf('en', [folder])
      .filter((namespace) => namespacesOf(language, [folder]).includes(namespace))
      .flatMap((namespace) => problemsOfNamespace(language, namespace, { name, folder })),
  ])

/** Texts that several packages have, and texts that repeat the one that they override. */
function repeatedTexts(base: string): string[] {
  const packages = packageLocales(base)
  return languages.flatMap((language) => {
    const found = new Map<string, { readonly folder: string; readonly text: string }>()
    return programLocales(base).flatMap((name) =>
      namespacesOf(language, [join(base, name)]).flatMap((namespace) =>
        [...catalogueTexts(language, namespace, [join(base, name)])].flatMap(([key, text]) => {
          const id = `${namespace}: ${key}`
          const earlier = found.get(id)
          found.set(id, { folder: name, text })
          const isOverride = !packages.includes(name) && earlier?.text !== text
          return earlier && !isOverride ? `${name}/${language}/${id} is in ${earlier.folder}` : []
        }),
      ),
    )
  })
}

function problemsOfNamespace(
  language: Language,
  namespace: string,
  { name, folder }: { readonly name: string; readonly folder: string },
): string[] {
  const english = catalogueTexts('en', namespace, [folder])
  const texts = catalogueTexts(language, namespace, [folder])
  const namespacePath = `${name}/${language}/${namespace}`
  const basesOf = (keys: Iterable<string>) => [...new Set([...keys].map(baseKey))]
  const problems = differences(namespacePath, basesOf(english.keys()), basesOf(texts.keys()))
  for (const [key, text] of texts) {
    if (!/^\S(.*\S)?$/su.test(text))
      problems.push(`${namespacePath}: ${key} is empty, or starts or ends with spaces`)
    if (language === 'ro' && /[şţŞŢ]/.test(text))
      problems.push(`${namespacePath}: ${key} is written with a cedilla`)
    if (language === 'fr' && /[^\u00a0\u202f][;:!?](\s|$)/u.test(text))
      problems.push(`${namespacePath}: ${key} needs a space that does not break before ; : ! ?`)
    // After digits, French does not use "de" as it does after the word "million".
    if (
      language === 'fr' &&
      pluralForm(key) === 'many' &&
      text !== texts.get(`${baseKey(key)}_other`)
    )
      problems.push(`${namespacePath}: ${key} differs from its forms for other numbers`)
    if (/(\d|\}\}) ([kKMG][Bo]|RON|ECTS)(?!\p{L})/u.test(text) && text !== fixedSize)
      problems.push(`${namespacePath}: ${key} lets a line break between a number and its unit`)
    const source =
      english.get(key) ??
      english.get(baseKey(key)) ??
      english.get(`${baseKey(key)}_other`) ??
      english.get(`${baseKey(key)}_one`) ??
      ''
    // The form for exactly one may omit the number.
    const optional = pluralForm(key) ? ['count'] : []
    const missing = differences('', placeholders(source), placeholders(text)).filter(
      (line) => !optional.some((name) => line.endsWith(name)),
    )
    if (missing.length > 0)
      problems.push(`${namespacePath}: the placeholders of ${key} differ from English`)
  }
  return [...problems, ...missingForms(language, namespacePath, texts)]
}

/** Plural keys must have exactly the forms that the language distinguishes. */
function missingForms(language: Language, source: string, texts: Map<string, string>): string[] {
  const expectedForms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
  const plurals = [...new Set([...texts.keys()].filter((key) => pluralForm(key)).map(baseKey))]
  return plurals
    .filter((key) => {
      const forms = [...texts.keys()]
        .filter((other) => pluralForm(other) && baseKey(other) === key)
        .map(pluralForm)
      return forms.toSorted().join() !== expectedForms.join()
    })
    .map((key) => `${source}: ${key} needs the forms ${expectedForms.join(', ')}`)
}

function differences(
  source: string,
  expected: readonly string[],
  given: readonly string[],
): string[] {
  return [
    ...expected.filter((one) => !given.includes(one)).map((one) => `${source}: missing ${one}`),
    ...given
      .filter((one) => !expected.includes(one))
      .map((one) => `${source}: not in English ${one}`),
  ]
}
