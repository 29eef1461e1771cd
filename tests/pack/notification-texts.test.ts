/**
 * A custom notification has a label before any text is written for it, like the fields of an
 * entity.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageKeys } from '@matricola/schema/message-keys.ts'
import { notificationText } from '@matricola/server/services/compose-notification.ts'
import { projectRoot, removeFolder } from '@matricola/testing/databases.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { allResources } from '#resources/index.ts'
import { languages } from '#resources/languages.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const texts = testedApp.loadTexts()

describe('notifications without a written text', () => {
  /** A copy of the texts without those of the pack's notifications. */
  const folder = mkdtempSync(join(tmpdir(), 'matricola-texts-'))
  afterAll(() => removeFolder(folder))
  const added = new Set<string>(['library', 'bookLent'])
  const without = (written: object): object =>
    Object.fromEntries(
      Object.entries(written)
        .filter(([key]) => !added.has(key))
        .map(([key, value]) => [key, typeof value === 'object' ? without(value as object) : value]),
    )
  for (const locales of ['locales', 'tests/pack/locales'])
    for (const language of readdirSync(join(projectRoot, locales)).filter((name) =>
      languages.some((one) => one === name),
    ))
      for (const name of readdirSync(join(projectRoot, locales, language))) {
        const written = JSON.parse(readFileSync(join(projectRoot, locales, language, name), 'utf8'))
        mkdirSync(join(folder, locales, language), { recursive: true })
        writeFileSync(join(folder, locales, language, name), JSON.stringify(without(written)))
      }
  const packTexts = testedApp.loadTexts(folder)
  const keys = [
    'notifications.choices.type.bookLent',
    'users.choices.mailCopies.library',
    'users.choices.mutedNotifications.library',
  ]

  test('have no text in the copied files, but have one in the original files', () => {
    for (const language of languages)
      expect(packTexts.find(language, 'shell:inbox.types.bookLent')).toBeUndefined()
    expect(keys.map((key) => texts.text('ro', `resources:${key}`))).toEqual([
      'Carte împrumutată',
      'Bibliotecă',
      'Bibliotecă',
    ])
  })

  test.each(languages)('are named after their keys in the lists and forms in %s', (language) => {
    expect(keys.map((key) => packTexts.text(language, `resources:${key}`))).toEqual([
      'Book lent',
      'Library',
      'Library',
    ])
  })

  test('have generated texts for every field whose choices are types or subjects', () => {
    const chosen = allResources
      .flatMap((resource) => messageKeys(resource))
      .filter((key) => added.has(key.split('.').at(-1) ?? ''))
    expect(chosen).toEqual(expect.arrayContaining(keys))
    for (const key of chosen)
      for (const language of languages)
        expect([key, packTexts.find(language, `resources:${key}`)]).not.toContain(undefined)
  })

  test.each(languages)('are shown in %s in the bell and in emails', (language) => {
    expect(notificationText({ texts: packTexts }, language, { type: 'bookLent' })).toBe('Book lent')
  })

  test('do not change the texts of built-in notifications', () => {
    for (const language of languages)
      for (const key of [
        'notifications.choices.type.gradePublished',
        'users.choices.mutedNotifications.exams',
      ])
        expect(packTexts.text(language, `resources:${key}`)).toBe(
          texts.text(language, `resources:${key}`),
        )
    expect(notificationText({ texts: packTexts }, 'ro', { type: 'gradePublished' })).toBe(
      notificationText({ texts }, 'ro', { type: 'gradePublished' }),
    )
  })
})
