// `npm run texts`: lists the texts of a university's additions that are not written yet, with their
// defaults, and the progress of each language. `npm run texts -- <language>` writes a file for a
// translator, with the English texts. `npm run texts -- <language> <file>.tsv` imports the
// translated file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLanguages, writeLanguages } from './languages.mjs'
import { loadDeclarations } from './load-declarations.mjs'
import { requireMovedFolder } from './moved-folder.mjs'
import { root } from './project-files.mjs'
import {
  parseTranslationTable,
  requiredTexts,
  translationProblems,
  translationTable,
  translationTexts,
  writeTexts,
} from './translation.mjs'

requireMovedFolder()
const { derivedTexts, languages, registry } = await loadDeclarations(`
  export { registry } from '#resources/index.ts'
  export { derivedTexts } from '@matricola/schema/resource-texts.ts'
  export { languages } from '#resources/languages.ts'`)

const read = (path) =>
  existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')) : {}
const textAt = (texts, key) =>
  key
    .split('.')
    .reduce((part, name) => (typeof part === 'object' ? part?.[name] : undefined), texts)

function listUnwritten() {
  let count = 0
  for (const language of languages) {
    const files = [
      read(`custom/locales/${language}/resources.json`),
      read(`locales/${language}/resources.json`),
    ]
    const sentences = read(`locales/${language}/entities.json`)
    const localeText = (key) =>
      files.map((texts) => textAt(texts, key)).find((text) => typeof text === 'string')
    const unwritten = registry.customized.flatMap((resource) =>
      derivedTexts(resource, { language, localeText, sentence: (key) => textAt(sentences, key) }),
    )
    count += unwritten.length
    if (unwritten.length > 0)
      console.log(
        `Texts that custom/locales/${language}/resources.json does not have, with their defaults:`,
      )
    for (const [key, text] of unwritten) console.log(`  ${key}  ${JSON.stringify(text)}`)
  }
  if (count === 0) console.log('The additions in custom/ have all texts in all languages.')
}

/** Returns the English texts that are derived from declarations. */
const derivedEnglish = () =>
  new Map(
    registry.customized.flatMap((resource) =>
      derivedTexts(resource, {
        language: 'en',
        localeText: (key) => textAt(read('custom/locales/en/resources.json'), key),
        sentence: (key) => textAt(read('locales/en/entities.json'), key),
      }).map(([key, text]) => [`resources:${key}`, text]),
    ),
  )

const pluralSuffix = /_(zero|one|two|few|many|other)$/
const folders = ['locales', 'custom/locales']

function main([language, file]) {
  const english = new Map([...derivedEnglish(), ...translationTexts('en', folders)])
  const known = folders.flatMap((folder) =>
    readLanguages(folder).map(({ code }) => ({ code, folder })),
  )
  if (language === undefined) {
    listUnwritten()
    for (const { code } of known) {
      const texts = translationTexts(code, folders)
      const missing = [...requiredTexts(code, english).keys()].filter((key) => !texts.has(key))
      console.log(`${code}: ${texts.size} texts, ${missing.length} missing and shown in English`)
      for (const fault of translationProblems(code, texts, english)) console.log(`  ${fault}`)
    }
    return
  }
  const languageEntry = known.find(({ code }) => code === language)
  if (!languageEntry)
    return exitWith(
      `Unknown language ${language}: neither locales/${language} nor custom/locales/${language} has a language.json. See docs/add-a-language.md.`,
    )
  if (file === undefined) {
    const path = `${language}.tsv`
    writeFileSync(path, translationTable(language, translationTexts(language, folders), english))
    return console.log(
      `Wrote ${path}. Fill in the third column, then run: npm run texts -- ${language} ${path}`,
    )
  }
  const texts = parseTranslationTable(readFileSync(file, 'utf8'))
  const faults = translationProblems(language, texts, english)
  if (faults.length > 0) return exitWith([...faults, 'Nothing was imported.'].join('\n'))
  // Translations of the university's own entities are written to `custom/`, even for languages that
  // the program has.
  const ownKeys = new Set([
    ...derivedEnglish().keys(),
    ...translationTexts('en', ['custom/locales']).keys(),
  ])
  const isOwn = (key) => ownKeys.has(key) || ownKeys.has(key.replace(pluralSuffix, '_other'))
  const order = [...new Set([...english.keys()].map((key) => key.replace(pluralSuffix, '')))]
  writeTexts(
    join(root, languageEntry.folder, language),
    new Map([...texts].filter(([key]) => languageEntry.folder === 'custom/locales' || !isOwn(key))),
    order,
  )
  if (languageEntry.folder === 'locales')
    writeTexts(
      join(root, 'custom/locales', language),
      new Map([...texts].filter(([key]) => isOwn(key))),
      order,
    )
  writeLanguages()
  console.log(`Imported ${texts.size} texts.`)
}

function exitWith(message) {
  console.error(message)
  process.exitCode = 1
}

main(process.argv.slice(2))
