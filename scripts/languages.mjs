// A language is a folder in `locales/` or `custom/locales/` with a `language.json`. The lists of
// languages are generated as modules, which must not be edited.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project-files.mjs'

/** Returns the languages in a folder, sorted, with the facts from their `language.json`. */
export function readLanguages(folder, base = root) {
  const path = join(base, folder)
  if (!existsSync(path)) return []
  return readdirSync(path)
    .filter((code) => existsSync(join(path, code, 'language.json')))
    .map((code) => ({
      code,
      facts: JSON.parse(readFileSync(join(path, code, 'language.json'), 'utf8')),
    }))
    .sort((a, b) => (a.facts.order ?? 1000) - (b.facts.order ?? 1000) || (a.code < b.code ? -1 : 1))
}

/**
 * Returns the source of the generated module. Throws if the folder of a language has a wrong name.
 */
export function languageModule(name, folder, base = root) {
  const codes = readLanguages(folder, base).map(({ code }) => {
    if (!/^[a-z]{2}$/.test(code))
      throw new Error(
        `${folder}/${code}: the folder of a language must have a two-letter name, such as hu`,
      )
    return `'${code}'`
  })
  return `// Written by scripts/languages.mjs from ${folder}/*/language.json.\nexport const ${name} = [${codes.join(', ')}] as const\n`
}

export const languageModules = [
  { path: 'resources/program-languages.ts', name: 'programLanguages', folder: 'locales' },
  { path: 'custom/languages.ts', name: 'customLanguages', folder: 'custom/locales' },
]

/** Writes the generated modules that have changed. */
export function writeLanguages(base = root) {
  for (const { path, name, folder } of languageModules) {
    const text = languageModule(name, folder, base)
    const file = join(base, path)
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  }
}

if (process.argv[1]?.endsWith('languages.mjs')) writeLanguages()
