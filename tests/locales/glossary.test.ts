import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { describe, expect, test } from 'vitest'
import { languages } from '#resources/languages.ts'
import { allFolders, catalogueTexts, namespacesOf } from './catalogues.ts'

/**
 * Checks consistent wording. `locales/glossary.tsv` lists each term with its best example text, its
 * word in each language, and the words and phrases that must not be used for it (separated by
 * semicolons; `*` stands for any ending).
 */
interface Term {
  readonly term: string
  readonly key: string
  readonly texts: { readonly [L in Language]: string }
  readonly forbidden: { readonly [L in Language]: readonly string[] }
}

const file = readFileSync(
  fileURLToPath(new URL('../../locales/glossary.tsv', import.meta.url)),
  'utf8',
)
const [head = [], ...rows] = file
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))

const byLanguage = <T>(getValue: (language: Language) => T) =>
  Object.fromEntries(languages.map((language) => [language, getValue(language)])) as {
    [L in Language]: T
  }

const terms: Term[] = rows.map((cells) => {
  const cell = (name: string) => cells[head.indexOf(name)] ?? ''
  return {
    term: cell('term'),
    key: cell('key'),
    texts: byLanguage(cell),
    forbidden: byLanguage((language) =>
      cell(`not ${language}`)
        .split(';')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    ),
  }
})

/** Texts of a language by full key, without their placeholders. */
const textsIn = (language: Language, folders: readonly string[]): [key: string, text: string][] =>
  namespacesOf(language, folders).flatMap((namespace) =>
    [...catalogueTexts(language, namespace, folders)].map(([key, text]): [string, string] => [
      `${namespace}:${key}`,
      text.replace(/\{\{\w+\}\}/g, '…'),
    ]),
  )
const texts = byLanguage((language) => new Map(textsIn(language, allFolders)))
/** Also texts of the packages that the university overrides. */
const writtenTexts = byLanguage((language) =>
  allFolders.flatMap((folder) => textsIn(language, [folder])),
)

const pattern = (word: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}/-])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\\*', '\\p{L}*')}(?![\\p{L}\\p{N}]|[/-]\\p{L})`,
    'iu',
  )

/**
 * Keys or key prefixes where a forbidden word is correct: texts of the specification, and other
 * meanings of the word.
 */
const allowed: { readonly [L in Language]: { readonly [word: string]: readonly string[] } } = {
  en: {
    registration: [
      'apply:failed',
      'errors.jobs:errors.registration.',
      'settings:effect.closed',
      'public:apply.',
      'resources:registrations.one',
      'resources:registrations.new',
      'resources:registrations.created',
      'resources:registrations.updated',
      'resources:registrations.problems.',
      'resources:settings.fields.registrationOpen',
      'server:applicationSent',
      'server:registrationStatusUpdated',
      'dashboard:distribution',
    ],
    registrations: [
      'resources:registrations.many',
      'resources:admission-sessions.fields.registrations',
      'dashboard:registrations',
      'status:none',
    ],
    mark: [
      'resources:exams.actions.hold',
      'resources:exam-resits.actions.hold',
      'resources:license-exams.actions.markAbsent',
      'shell:inbox.markAll',
    ],
    mail: ['outbox:text'],
    provisional: ['admission:results.provisional', 'mail:result.provisional'],
    answered: ['admission:results.provisional', 'mail:result.provisional'],
  },
  ro: {
    provizorii: ['admission:results.provisional', 'mail:result.provisional'],
    cursuri: ['resources:courses.help.hours'],
  },
  fr: {
    provisoires: ['admission:results.provisional', 'mail:result.provisional'],
  },
  de: {
    'vorläufig*': ['admission:results.provisional', 'mail:result.provisional'],
    'Administrator*': ['errors.jobs:errors.admin.last'],
  },
}

test('every term has a word in every language, which its text contains', () => {
  for (const { term, key, texts: termTexts } of terms)
    for (const language of languages) {
      expect(termTexts[language], `${term}, ${language}`).not.toBe('')
      if (key !== '')
        expect(texts[language].get(key), `${term}, ${language}: ${key}`).toBe(termTexts[language])
      else
        expect(
          [...texts[language].values()].some((text) =>
            text.toLowerCase().includes(termTexts[language].toLowerCase()),
          ),
          term,
        ).toBe(true)
    }
})

describe.each(languages)('the glossary in %s', (language) => {
  test('does not use one word for two terms', () => {
    const termTexts = terms.map((term) => term.texts[language].toLowerCase())
    expect(termTexts.filter((word, index) => termTexts.indexOf(word) !== index)).toEqual([])
  })

  test('excludes no word that a text uses', () => {
    const found = terms.flatMap(({ forbidden }) =>
      forbidden[language].flatMap((word) =>
        writtenTexts[language]
          .filter(
            ([key, text]) =>
              pattern(word).test(text) &&
              !(allowed[language][word] ?? []).some((start) => key.startsWith(start)),
          )
          .map(([key, text]) => `${word}: ${key} "${text}"`),
      ),
    )
    expect(found).toEqual([])
  })

  test('has no unused exception', () => {
    for (const [word, starts] of Object.entries(allowed[language])) {
      expect(
        terms.some(({ forbidden }) => forbidden[language].includes(word)),
        word,
      ).toBe(true)
      for (const start of starts)
        expect(
          [...texts[language]].some(
            ([key, text]) => key.startsWith(start) && pattern(word).test(text),
          ),
          `${word}: ${start}`,
        ).toBe(true)
    }
  })
})
