import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadTexts } from '@matricola/server/texts.ts'
import { expect, test } from 'vitest'
import { languages } from '#resources/languages.ts'
import { systemReasons } from '#server/system-reasons.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const { text } = testedApp.loadTexts()

test('the server uses the browser’s text files for each language', () => {
  expect(text('en', 'errors:errors.credentials.wrong')).toBe('Credentials are wrong.')
  expect(text('fr', 'errors:errors.credentials.wrong')).toBe('Les identifiants sont incorrects.')
})

test('the server replaces the placeholders in a text', () => {
  expect(text('en', 'errors:issues.text.tooLong', { max: 120 })).toContain('120')
})

test('the server chooses the plural form of the language', () => {
  expect([1, 2, 20].map((count) => text('ro', 'resources:courses.count', { count }))).toEqual([
    '1 disciplină',
    '2 discipline',
    '20 de discipline',
  ])
})

test('every reason for a change by the system has a text in the history', () => {
  for (const language of languages)
    for (const reason of systemReasons)
      expect(text(language, `shell:actors.${reason}`)).not.toBe(reason)
})

test('counts are formatted in the number format of the language', () => {
  const written = languages.map((language) => [
    language,
    text(language, 'resources:courses.count', { count: 1554 }).replace(/\s/g, ' '),
  ])
  expect(Object.fromEntries(written)).toMatchObject({
    en: '1,554 courses',
    ro: '1.554 de discipline',
    fr: '1 554 cours',
  })
})

test('a key without a text causes an error, and is not shown as a text', () => {
  expect(() => text('de', 'errors:errors.nothing')).toThrow('errors:errors.nothing')
})

test('a language without a text of the default language is found, whatever plural forms it has', () => {
  const folder = mkdtempSync(join(tmpdir(), 'matricola-texts-'))
  const write = (language: string, mail: object) => {
    mkdirSync(join(folder, language))
    writeFileSync(join(folder, language, 'mail.json'), JSON.stringify(mail))
  }
  write('en', { offer: { subject: 'Offer', days_one: 'day', days_other: 'days', end: 'End' } })
  write('ro', { offer: { subject: 'Ofertă', days_few: 'zile', end_F: 'Sfârșit' } })
  write('fr', { offer: { subject: 'Offre' } })
  const texts = loadTexts(['en', 'ro', 'fr'], [folder])
  rmSync(folder, { recursive: true })
  expect(['en', 'ro', 'fr'].map((one) => texts.lacksAny(one as 'en', 'mail:offer.'))).toEqual([
    ...[false, false, true],
  ])
  expect(texts.lacksAny('fr', 'mail:other.')).toBe(false)
})
