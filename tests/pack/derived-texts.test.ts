/** @vitest-environment jsdom */
/**
 * An entity has texts in every language before any are written for it. Almost all texts of loans
 * are derived.
 */

import { deriveTexts } from '@matricola/console/app/derived-texts.ts'
import { changeLanguage, initializeTexts, translate } from '@matricola/console/i18n.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { derivedTexts, missingTexts, readableName } from '@matricola/schema/resource-texts.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { languages } from '#resources/languages.ts'
import { browserTexts } from '#src/texts.ts'
import { testedApp } from '#tests/support/tested-app.ts'
import { loans } from './resources/loans.ts'

const texts = testedApp.loadTexts()

describe('generated texts', () => {
  test('are built from the names in the declaration', () => {
    expect(
      ['boughtOn', 'departmentId', 'isActive', 'university-classes', 'name'].map(readableName),
    ).toEqual(['Bought on', 'Department', 'Active', 'University classes', 'Name'])
    const labels = ['one', 'many', 'new', 'fields.bookId', 'fields.dueOn', 'sections.general']
    expect(labels.map((key) => texts.text('en', `resources:loans.${key}`))).toEqual([
      'Loan',
      'Loans',
      'New loan',
      'Book',
      'Due on',
      'General',
    ])
  })

  test.each([
    ['Laboratories', 'Laboratory'],
    ['Classes', 'Class'],
    ['Rooms', 'Room'],
    ['Equipment', 'Equipment'],
    ['Campus', 'Campus'],
    ['Boxes', 'Box'],
  ])('for %s use the singular %s', (many, one) => {
    const named = asAnyResource({ ...loans, name: many.toLowerCase(), texts: {} })
    const texts = derivedTexts(named, {
      language: 'en',
      localeText: () => undefined,
      sentence: () => undefined,
    })
    expect(texts).toContainEqual([`${many.toLowerCase()}.one`, one])
  })

  test('are sentences built by rule in each language, with English words where it has no translation', () => {
    expect(texts.text('en', 'resources:loans.created')).toBe('Loan created successfully.')
    expect(texts.text('en', 'resources:loans.problems.get')).toBe('The loan could not be loaded.')
    expect(texts.text('en', 'resources:loans.count', { count: 3 })).toBe('3 loans')
    expect(texts.text('ro', 'resources:loans.created')).toBe(
      'Împrumut: înregistrarea a fost creată.',
    )
    expect(texts.text('ro', 'resources:loans.fields.dueOn')).toBe('Termen')
    expect(texts.text('ro', 'resources:loans.fields.returnedOn')).toBe('Returned on')
    expect(texts.text('de', 'resources:loans.updated')).toBe(
      'Loan: Der Eintrag wurde aktualisiert.',
    )
    expect(texts.text('fr', 'resources:loans.count', { count: 2 })).toBe('Loans\u00a0: 2')
  })

  test('are replaced by the declaration’s own texts, where it has any', () => {
    expect(texts.text('de', 'resources:loans.help.dueOn')).toBe('Usually three weeks.')
    expect(texts.text('en', 'resources:loans.rules.returnedLater')).toBe(
      'The return date of a book is not in the future.',
    )
  })

  test('cannot be built for the issues of rules, which need declared texts', () => {
    expect(
      registry.customized.flatMap((resource) =>
        missingTexts(resource, (key) => texts.find('en', `resources:${key}`)),
      ),
    ).toEqual([])
    const notNotified = asAnyResource({ ...loans, texts: {} })
    const find = new Map(
      derivedTexts(notNotified, {
        language: 'en',
        localeText: () => undefined,
        sentence: () => undefined,
      }),
    )
    expect(missingTexts(notNotified, (key) => find.get(key))).toEqual([
      'returnedInYear',
      'returnedLater',
    ])
  })
})

describe('generated texts in the browser', () => {
  beforeAll(async () => {
    await initializeTexts(browserTexts, ['public', 'errors', 'resources'])
    await deriveTexts(registry)
  })

  test.each(languages)('are the same in %s as on the server', async (language) => {
    await changeLanguage(language)
    for (const key of [
      'one',
      'many',
      'new',
      'created',
      'problems.update',
      'fields.bookId',
      'sections.general',
      'rules.returnedLater',
      'help.dueOn',
    ])
      expect(translate(`resources:loans.${key}`)).toBe(
        texts.text(language, `resources:loans.${key}`),
      )
    expect(translate('resources:loans.count', { count: 5 })).toBe(
      texts.text(language, 'resources:loans.count', { count: 5 }),
    )
    expect(translate('resources:students.fields.cardNumber')).toBe(
      texts.text(language, 'resources:students.fields.cardNumber'),
    )
    expect(translate('resources:courses.one')).toBe(texts.text(language, 'resources:courses.one'))
  })
})
