import type { Language } from '@matricola/schema/vocabulary.ts'
import { expect, test } from 'vitest'
import { languages } from '#resources/languages.ts'
import { testedApp } from '#tests/support/tested-app.ts'
import {
  baseKey,
  catalogueTexts,
  findCatalogueProblems,
  namespacesOf,
  packageFolders,
} from './catalogues.ts'

test('the four languages hold the same keys, placeholders and plural forms, with no empty text', () => {
  expect(findCatalogueProblems()).toEqual([])
})

test('every error and every issue code has its text, and there are no unused texts', () => {
  const requiredKeys = [
    ...Object.keys(testedApp.packs.errors).map((code) => `errors.${code}`),
    ...testedApp.packs.issues.map((code) => `issues.${code}`),
  ]
  // `errors` also contains texts that public pages and the console share.
  const texts = ['errors', 'errors.console', 'errors.jobs']
    .flatMap((namespace) => [...catalogueTexts('en', namespace).keys()])
    .filter((key) => /^(errors|issues)\./.test(key))
  expect(texts.toSorted()).toEqual(requiredKeys.toSorted())
})

/** Names that are not translated. */
const names = ['UTF-8', 'UTF-16', 'Excel (XLSX)', 'English', 'Română', 'Français', 'Deutsch']

/**
 * Texts that are the same in English and the other language. Any other identical text is
 * untranslated.
 */
const sameAsEnglish: { readonly [L in Exclude<Language, 'en'>]: readonly string[] } = {
  ro: [
    'Administrator',
    'Student',
    'Contact',
    'Master',
    '{{count}} student',
    '{{count}} credit',
    'Sex',
    'Text',
    'CNP',
    'Format',
    'Export',
    'Import',
    'Import: {{name}}',
    'Export: {{name}}',
    'Card',
    'Calendar',
    'Seminar',
    'Link',
    'Manual',
  ],
  fr: [
    'Page {{page}}',
    'Portfolio',
    'Finances',
    'Suggestion',
    'Documents',
    'Description',
    'Budget',
    'Code',
    'Cycle',
    'Active',
    'Master',
    'Places',
    'Module',
    'Type',
    'Admission',
    'Notifications',
    'Notification',
    'Message',
    'Messages',
    '{{count}} message',
    '{{count}} messages',
    '{{count}} notification',
    '{{count}} notifications',
    '{{count}} place',
    '{{count}} places',
    'Pages',
    'Date',
    'CNP',
    'Image',
    'image',
    '{{count}} minute',
    '{{count}} minutes',
    'Actions',
    'Format',
    'Code {{code}}',
    'Conversation',
    'Finances',
  ],
  de: [
    'Name',
    'Budget',
    'Bachelor',
    'Master',
    'Seminar',
    'Semester',
    'Status',
    '(optional)',
    'Person',
    'Text',
    'CNP',
    'Filter',
    'Filter ({{number}})',
    'Format',
    'Import',
    'Import: {{name}}',
    'Export: {{name}}',
    'Link',
    'System',
    'September',
  ],
}

test.each(languages.filter((language) => language !== 'en'))(
  '%s contains no English text that has a translation',
  (language) => {
    const repeated = namespacesOf('en').flatMap((namespace) => {
      const english = catalogueTexts('en', namespace)
      return [...catalogueTexts(language, namespace)]
        .filter(
          ([key, text]) =>
            (english.get(key) ?? english.get(`${baseKey(key)}_other`)) === text &&
            /\p{L}{3}/u.test(text.replace(/\{\{\w+\}\}/g, '')),
        )
        .filter(([, text]) => !names.includes(text) && !sameAsEnglish[language].includes(text))
        .map(([key, text]) => `${namespace}: ${key} "${text}"`)
    })
    expect(repeated).toEqual([])
  },
)

/** Words of the university in each language. */
const universityWords: { readonly [L in Language]: RegExp } = {
  en: /universit|student|applica(?:nt|tions\b)|admission|department|professor|faculty|enrol|\bexams?\b|\bgrades?\b|\bcourses?\b|programme|\bCNP\b/i,
  ro: /universit|student|candidat|înscrier|admiter|departament|profesor|facult|examen|disciplin|\bCNP\b/i,
  fr: /universit|étudiant|candidat|admission|département|professeur|faculté|examen|formation\b|\bCNP\b/i,
  de: /universit|hochschul|studier|student|bewerb|zulassung|professor|fakult|fachbereich|lehrveranst|studieng|\bCNP\b/i,
}

test.each(languages)('texts of packages in %s do not speak of a university', (language) => {
  const found = namespacesOf(language, packageFolders).flatMap((namespace) =>
    [...catalogueTexts(language, namespace, packageFolders)]
      .filter(([, text]) => universityWords[language].test(text.replace(/\{\{\w+\}\}/g, '')))
      .map(([key, text]) => `${namespace}: ${key} "${text}"`),
  )
  expect(found).toEqual([])
})

test('no two reasons for rejecting a file have the same text', () => {
  for (const language of languages) {
    const texts = [
      ...catalogueTexts(language, 'errors.console'),
      ...catalogueTexts(language, 'errors.jobs'),
    ].filter(([key]) => key.startsWith('issues.table.') || key.startsWith('issues.cell.'))
    const sentences = texts.map(([, text]) => text)
    expect([language, sentences.filter((text, i) => sentences.indexOf(text) !== i)]).toEqual([
      language,
      [],
    ])
  }
})

test('Romanian texts name one sex, and have a form `_F` for women', () => {
  const texts = namespacesOf('ro').flatMap((namespace) => [...catalogueTexts('ro', namespace)])
  expect(texts.filter(([, text]) => /\p{L}\(ă\)|\p{L}\/ă\b/u.test(text))).toEqual([])
  expect(texts.filter(([key]) => key.endsWith('_F')).length).toBeGreaterThan(0)
})
