// A language is a folder with a `language.json`, in `locales/` or in `own/locales/`. What the program has to know before any text is loaded is written from those files; nobody edits what is written.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.mjs'

const parts = ['name', 'region', 'decimal', 'thousands', 'dates']

/** The languages with a folder below one, in their order, each with what its `language.json` says. */
export function languagesIn(folder, base = root) {
  const path = join(base, folder)
  if (!existsSync(path)) return []
  return readdirSync(path)
    .filter((code) => existsSync(join(path, code, 'language.json')))
    .map((code) => ({ code, facts: JSON.parse(readFileSync(join(path, code, 'language.json'), 'utf8')) }))
    .sort((a, b) => (a.facts.order ?? 1000) - (b.facts.order ?? 1000) || (a.code < b.code ? -1 : 1))
}

/** The module that the program reads them from. Throws for a language that leaves something out. */
export function moduleOf(name, folder, base = root) {
  const lines = languagesIn(folder, base).map(({ code, facts }) => {
    if (!/^[a-z]{2}$/.test(code)) throw new Error(`${folder}/${code}: a language is called by two letters, such as hu`)
    for (const part of parts)
      if (typeof facts[part] !== 'string')
        throw new Error(`${folder}/${code}/language.json leaves out ${part}; docs/add-a-language.md tells what belongs there`)
    return `  ${code}: { ${parts.map((part) => `${part}: '${facts[part].replaceAll("'", "\\'")}'`).join(', ')} },\n`
  })
  return `// Written by scripts/languages.mjs from ${folder}/*/language.json.\nexport const ${name} = {${lines.length > 0 ? `\n${lines.join('')}` : ''}} as const\n`
}

export const modules = [
  { path: 'model/languages.ts', name: 'programLanguages', folder: 'locales' },
  { path: 'own/languages.ts', name: 'ownLanguages', folder: 'own/locales' },
]

/** Writes the modules that have changed. */
export function writeLanguages(base = root) {
  for (const { path, name, folder } of modules) {
    const text = moduleOf(name, folder, base)
    const file = join(base, path)
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  }
}

if (process.argv[1]?.endsWith('languages.mjs')) writeLanguages()
