// A language is a folder in `locales/` or `custom/locales/` with a `language.json`. The facts that the program needs before it loads texts
// are generated from these files as modules, which must not be edited.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project-files.mjs'

const parts = ['name', 'region', 'decimal', 'thousands', 'dates']

/** Returns the languages in a folder, sorted, with the facts from their `language.json`. */
export function readLanguages(folder, base = root) {
  const path = join(base, folder)
  if (!existsSync(path)) return []
  return readdirSync(path)
    .filter((code) => existsSync(join(path, code, 'language.json')))
    .map((code) => ({ code, facts: JSON.parse(readFileSync(join(path, code, 'language.json'), 'utf8')) }))
    .sort((a, b) => (a.facts.order ?? 1000) - (b.facts.order ?? 1000) || (a.code < b.code ? -1 : 1))
}

/** Returns the source of the generated module. Throws if a language lacks a fact. */
export function languageModule(name, folder, base = root) {
  const lines = readLanguages(folder, base).map(({ code, facts }) => {
    if (!/^[a-z]{2}$/.test(code)) throw new Error(`${folder}/${code}: the folder of a language must have a two-letter name, such as hu`)
    for (const part of parts)
      if (typeof facts[part] !== 'string') throw new Error(`${folder}/${code}/language.json has no ${part}. See docs/add-a-language.md.`)
    return `  ${code}: { ${parts.map((part) => `${part}: '${facts[part].replaceAll("'", "\\'")}'`).join(', ')} },\n`
  })
  return `// Written by scripts/languages.mjs from ${folder}/*/language.json.\nexport const ${name} = {${lines.length > 0 ? `\n${lines.join('')}` : ''}} as const\n`
}

export const languageModules = [
  { path: 'packages/schema/languages.ts', name: 'programLanguages', folder: 'locales' },
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
