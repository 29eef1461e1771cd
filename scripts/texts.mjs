// `npm run texts`: lists the texts of a university's additions that are not written yet, with their
// defaults, and the progress of each language. `npm run texts -- <language>` writes a file for a
// translator, with the English texts. `npm run texts -- <language> <file>.tsv` imports the
// translated file.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLanguages, writeLanguages } from './languages.mjs'
import { loadDeclarations } from './load-declarations.mjs'
import { packageLocales, programLocales } from './locale-folders.mjs'
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

const customFolder = 'custom/locales'
const folders = [...programLocales(), customFolder]

/** Returns the texts of custom resources that are derived, because none of the folders has them. */
function derived(language, given) {
  const texts = translationTexts(language, given)
  const sentences = translationTexts(language, packageLocales())
  return registry.customized.flatMap((resource) =>
    derivedTexts(resource, {
      language,
      localeText: (key) => texts.get(`resources:${key}`),
      sentence: (key) => sentences.get(`entities:${key}`),
    }),
  )
}

function listUnwritten() {
  let count = 0
  for (const language of languages) {
    const unwritten = derived(language, folders)
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
  new Map(derived('en', [customFolder]).map(([key, text]) => [`resources:${key}`, text]))

const pluralSuffix = /_(zero|one|two|few|many|other)$/

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
  // A language of `custom/` has all its texts there. Those of another language are where the English
  // texts are, and translations of the university's own entities in `custom/`.
  const folderOf = new Map([
    ...[...derivedEnglish().keys()].map((key) => [key, customFolder]),
    ...folders.flatMap((folder) =>
      [...translationTexts('en', [folder]).keys()].map((key) => [key, folder]),
    ),
  ])
  const target = (key) =>
    languageEntry.folder === customFolder
      ? customFolder
      : (folderOf.get(key) ?? folderOf.get(key.replace(pluralSuffix, '_other')))
  const order = [...new Set([...english.keys()].map((key) => key.replace(pluralSuffix, '')))]
  for (const folder of folders) {
    const entries = [...texts].filter(([key]) => target(key) === folder)
    if (entries.length > 0) writeTexts(join(root, folder, language), new Map(entries), order)
  }
  writeLanguages()
  console.log(`Imported ${texts.size} texts.`)
}

function exitWith(message) {
  console.error(message)
  process.exitCode = 1
}

main(process.argv.slice(2))
