// `npm run texts`: lists the texts of what a university has added that nobody has written yet, as they read until then.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { declared } from './declared.mjs'
import { root } from './folders.mjs'

const { addedResources, derivedTexts, languages } = await declared(`
  export { addedResources } from '#resources/index.ts'
  export { derivedTexts } from '#model/resource-texts.ts'
  export { languages } from '#model/vocabulary.ts'`)

const read = (path) => (existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')) : {})
const textAt = (texts, key) => key.split('.').reduce((part, name) => (typeof part === 'object' ? part?.[name] : undefined), texts)

let count = 0
for (const language of languages) {
  const files = [read(`own/locales/${language}/resources.json`), read(`locales/${language}/resources.json`)]
  const sentences = read(`locales/${language}/entities.json`)
  const given = (key) => files.map((texts) => textAt(texts, key)).find((text) => typeof text === 'string')
  const unwritten = addedResources.flatMap((resource) =>
    derivedTexts(resource, { language, given, sentence: (key) => textAt(sentences, key) }),
  )
  count += unwritten.length
  if (unwritten.length > 0) console.log(`own/locales/${language}/resources.json may have, and until then it reads:`)
  for (const [key, text] of unwritten) console.log(`  ${key}  ${JSON.stringify(text)}`)
}
if (count === 0) console.log('Every text of what was added is written in every language.')
