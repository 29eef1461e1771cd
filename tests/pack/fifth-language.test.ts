/**
 * A fifth language is a folder that a university adds: Hungarian, partly translated, with English
 * for the rest.
 */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countriesIn } from '@matricola/console/countries.ts'
import { datePattern, parseDate } from '@matricola/console/fields/date-text.ts'
import { ownLanguageName } from '@matricola/schema/languages.ts'
import { formatNumericDate } from '@matricola/schema/values/dates.ts'
import { parseNumberText } from '@matricola/schema/values/numbers.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { queueMail, sendDueMails } from '@matricola/server/mail/outbox.ts'
import type { Mail } from '@matricola/server/ports/mail.ts'
import { projectRoot, removeFolder } from '@matricola/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '#resources/languages.ts'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'
import { languageModule, languageModules } from '../../scripts/languages.mjs'
import { programLocales } from '../../scripts/locale-folders.mjs'
import { withLanguages } from '../../scripts/page-languages.ts'
import {
  parseTranslationTable,
  requiredTexts,
  translationProblems,
  translationTable,
  translationTexts,
  writeTexts,
} from '../../scripts/translation.mjs'

// The compiler does not know the languages of this test project.
const hungarian = languages.find((code) => String(code) === 'hu') ?? languages[0]
const folders = [...programLocales(), 'tests/pack/locales']
const english = translationTexts('en', folders)
const texts = translationTexts('hu', folders)

test('the lists of languages match the folders', () => {
  for (const { path, name, folder } of languageModules)
    expect(readFileSync(join(projectRoot, path), 'utf8')).toBe(languageModule(name, folder))
  expect(readFileSync(join(projectRoot, 'tests/pack/languages.ts'), 'utf8')).toBe(
    languageModule('customLanguages', 'tests/pack/locales'),
  )
  expect(languages.map(ownLanguageName)).toEqual([
    'English',
    'Română',
    'Français',
    'Deutsch',
    'Magyar',
  ])
})

test('its dates begin with the year, and its numbers use its separators', () => {
  expect(formatNumericDate('2026-09-07', 'hu')).toBe('2026. 09. 07.')
  expect(datePattern('hu', 'éééé hh nn')).toBe('éééé. hh. nn')
  expect(parseDate('2026. 09. 07.', languages)).toBe('2026-09-07')
  expect(parseDate('2026. szeptember 7.', languages)).toBe('2026-09-07')
  expect(parseNumberText('1 500', hungarian, 2)).toBe(1500)
  expect(parseNumberText('1.500', hungarian, 2)).toMatchObject({ code: 'number.ambiguous' })
  expect(parseNumberText('12.500,25', hungarian, 2)).toBe(12500.25)
})

test('lists that pages sort follow its alphabetical order', () => {
  const names = countriesIn('hu').map(({ name }) => name)
  const inOrder = (...selected: readonly string[]) =>
    names.filter((name) => selected.includes(name))
  expect(inOrder('Olaszország', 'Örményország', 'Oroszország')).toEqual([
    'Olaszország',
    'Oroszország',
    'Örményország',
  ])
  expect(inOrder('Csehország', 'Costa Rica', 'Ciprus')).toEqual([
    'Ciprus',
    'Costa Rica',
    'Csehország',
  ])
})

test('its texts are checked like the others, with its own plural forms', () => {
  expect(translationProblems('hu', texts, english)).toEqual([])
  expect(
    translationProblems('hu', new Map([['resources:books.count_few', '{{count}} könyv']]), english),
  ).toEqual([
    'resources:books.count_few: English has no text with this key, or hu has no such plural form',
  ])
  expect(
    translationProblems(
      'hu',
      new Map([['mail:bookReady.body', 'Várja Önt {{könyv}}']]),
      english,
    )[0],
  ).toContain('the placeholders differ from English (book')
  expect(
    [...requiredTexts('uk', english).keys()].filter((key) =>
      key.startsWith('resources:books.count'),
    ),
  ).toEqual(['few', 'many', 'one', 'other'].map((form) => `resources:books.count_${form}`))
  const packedTexts = testedApp.loadTexts()
  expect(
    [0, 1, 5].map((count) => packedTexts.text(hungarian, 'resources:books.count', { count })),
  ).toEqual(['0 könyv', '1 könyv', '5 könyv'])
  expect(packedTexts.text(hungarian, 'resources:students.count', { count: 5 })).toBe('5 students')
  expect(packedTexts.text(hungarian, 'resources:users.choices.language.hu')).toBe('Magyar')
})

test('a translator gets a file with the English texts, and the returned file is stored in the folder', () => {
  const table = translationTable('hu', texts, english)
  const lines = table.split('\n')
  expect(lines[0]).toBe('key\tEnglish\thu')
  expect(lines).toContain('resources:books.one\tBook\tKönyv')
  expect(lines).toContain('resources:specimens.one\tSpecimen\t')
  const filled = table
    .replace('resources:specimens.one\tSpecimen\t', 'resources:specimens.one\tSpecimen\t"Példány"')
    .replaceAll('\n', '\r\n')
  const parsed = parseTranslationTable(filled)
  expect(parsed.size).toBe(texts.size + 1)
  const folder = mkdtempSync(join(tmpdir(), 'matricola-texts-'))
  writeTexts(join(folder, 'hu'), parsed, [...english.keys()])
  expect(translationTexts('hu', ['.'], folder)).toEqual(
    new Map([...texts, ['resources:specimens.one', 'Példány']]),
  )
  removeFolder(folder)
})

test('pages support it before any code loads, with a notice about scripts in this language', () => {
  const page = withLanguages(readFileSync(join(projectRoot, 'index.html'), 'utf8'), folders)
  expect(page).toContain('["en","ro","fr","de","hu"].includes(tag)')
  expect(page).toContain('<p lang="hu">')
  expect(page).toContain('html:lang(hu) .no-script p:not(:lang(hu))')
  expect(page).not.toMatch(/__[A-Z_]+__(?<!__CSP_NONCE__)/)
})

describe.each(engines)('in Hungarian on $engine', ({ open }) => {
  let site: StudyApp
  beforeAll(async () => {
    site = await startStudyApp(open)
  })
  afterAll(() => site.close())
  const headers = { 'accept-language': 'hu-HU,hu;q=0.9' }

  test('the server responds in it, or in English if a text is missing', async () => {
    const book = await site.call(
      site.secretary,
      'POST',
      '/api/books/create',
      { name: 'Az ember tragédiája', copies: 1 },
      { headers },
    )
    expect(book.body.message).toBe('A könyv létrejött.')
    const loan = await site.call(site.secretary, 'POST', '/api/loans/create', {}, { headers })
    expect(loan.body.message).toBe(
      'Some fields have problems. Correct the marked fields and try again.',
    )
  })

  test('an account can use it, and gets emails and certificates in it', async () => {
    const { context } = site
    const student = await site.addStudent({ firstName: 'Ilona' })
    expect(
      (await site.call(student, 'PUT', '/api/authentication/language', { language: 'hu' })).status,
    ).toBe(200)
    const paper = {
      studentId: student.personId,
      kind: 'certificate',
      language: 'hu',
      purpose: 'Ösztöndíj',
    }
    const certificate = await site.call<WireRecord>(
      site.secretary,
      'POST',
      '/api/certificates/create',
      paper,
    )
    expect([certificate.status, certificate.data.language]).toEqual([201, 'hu'])
    expect(
      (
        await site.call(site.secretary, 'POST', '/api/certificates/create', {
          ...paper,
          language: 'xx',
        })
      ).status,
    ).toBe(400)
    const sent: Mail[] = []
    const post = { ...context, mail: { send: async (mail: Mail) => void sent.push(mail) } }
    await queueMail(context.database, context.clock.now(), {
      kind: 'bookReady',
      userId: student.id,
      language: hungarian,
      params: { book: 'Toldi' },
    })
    await sendDueMails(post, testedApp.packs.mails(post))
    expect(sent.at(-1)).toMatchObject({
      subject: 'Egy könyv várja Önt',
      text: expect.stringContaining('„Toldi” a könyvtárban várja Önt.'),
    })
  })
})
