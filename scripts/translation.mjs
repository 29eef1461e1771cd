// Files for translators: writes a language's texts next to the English ones, and reads them back.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project-files.mjs'

const pluralSuffix = /_(zero|one|two|few|many|other)$/
const json = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})
const namespacesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'language.json')
    : []

function flat(texts, prefix = '') {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  )
}

/** Returns every text of a language by `<namespace>:<key>`. Later folders override earlier ones. */
export function translationTexts(language, folders, base = root) {
  return new Map(
    folders.flatMap((folder) =>
      namespacesIn(join(base, folder, language)).flatMap((name) =>
        flat(json(join(base, folder, language, name)), `${name.replace(/\.json$/, '')}:`),
      ),
    ),
  )
}

/**
 * Returns the texts that a language should have: those of English, in the plural forms of the
 * language.
 */
export function requiredTexts(language, english) {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const wanted = new Map()
  for (const [key, text] of english) {
    if (!pluralSuffix.test(key)) wanted.set(key, text)
    else
      for (const form of forms)
        wanted.set(
          key.replace(pluralSuffix, `_${form}`),
          english.get(key.replace(pluralSuffix, `_${form}`)) ??
            english.get(key.replace(pluralSuffix, '_other')) ??
            text,
        )
  }
  return wanted
}

const placeholders = (text) =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name))].sort()

/** Returns the faults in a language's texts, one per line. Missing texts are not faults. */
export function translationProblems(language, texts, english) {
  const wanted = requiredTexts(language, english)
  return [...texts].flatMap(([key, text]) => {
    const source = wanted.get(key)
    if (source === undefined)
      return [`${key}: English has no text with this key, or ${language} has no such plural form`]
    const lost = placeholders(source).filter(
      (name) => !placeholders(text).includes(name) && !(name === 'count' && pluralSuffix.test(key)),
    )
    const added = placeholders(text).filter((name) => !placeholders(source).includes(name))
    if (lost.length + added.length > 0)
      return [`${key}: the placeholders differ from English (${[...lost, ...added].join(', ')})`]
    return text.trim() === text ? [] : [`${key}: starts or ends with spaces`]
  })
}

const cell = (text) => text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n')
const uncell = (text) =>
  text.replace(/\\([\\tn])/g, (_, letter) => ({ '\\': '\\', t: '\t', n: '\n' })[letter])

/** Returns the file for a translator. Missing texts come first. */
export function translationTable(language, texts, english) {
  const rows = [...requiredTexts(language, english)].map(([key, source]) => [
    key,
    source,
    texts.get(key) ?? '',
  ])
  const sorted = [
    ...rows.filter(([, , text]) => text === ''),
    ...rows.filter(([, , text]) => text !== ''),
  ]
  return `key\tEnglish\t${language}\n${sorted.map((row) => `${row.map(cell).join('\t')}\n`).join('')}`
}

/** Parses a translated file. Spreadsheets may have quoted cells and changed line endings. */
export function parseTranslationTable(table) {
  const unquoted = (text) => (/^".*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text)
  const [, ...lines] = table.replace(/^\uFEFF/, '').split(/\r?\n/)
  return new Map(
    lines
      .filter((line) => line.trim() !== '')
      .map((line) => line.split('\t').map((text) => uncell(unquoted(text))))
      .filter(([, , text = '']) => text.trim() !== '')
      .map(([key, , text]) => [key, text]),
  )
}

/**
 * Writes texts to the files of a language, in the order of the English texts. Other texts in the
 * files are kept.
 */
export function writeTexts(folder, texts, order) {
  const byNamespace = Map.groupBy?.([...texts], ([key]) => key.split(':')[0]) ?? grouped(texts)
  for (const [namespace, entries] of byNamespace) {
    const path = join(folder, `${namespace}.json`)
    const all = new Map([...flat(json(path), `${namespace}:`), ...entries])
    const positionOf = (key) => order.indexOf(key.replace(pluralSuffix, ''))
    const result = {}
    for (const [key, text] of [...all].sort(
      ([one], [other]) => positionOf(one) - positionOf(other),
    )) {
      const parts = key.slice(namespace.length + 1).split('.')
      const last = parts.pop()
      let within = result
      for (const part of parts) within = within[part] ??= {}
      within[last] = text
    }
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, `${JSON.stringify(result, null, 2)}\n`)
  }
}

function grouped(texts) {
  const groups = new Map()
  for (const [key, text] of texts)
    groups.set(key.split(':')[0], [...(groups.get(key.split(':')[0]) ?? []), [key, text]])
  return groups
}
