import { baseOf } from '@matricola/schema/extension.ts'
import { messageKeys } from '@matricola/schema/message-keys.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { expect, test } from 'vitest'
import { customNotifications } from '#custom/resources/notifications.ts'
import { getResource, universityResources } from '#resources/index.ts'
import { languages } from '#resources/languages.ts'
import { catalogueTexts } from './catalogues.ts'

/** The entities of the specification. The wording of a university's additions is free. */
const allResources = Object.values(universityResources).map(asAnyResource).map(baseOf)

/** All texts of a language by their dotted key. */
const textsIn = (language: Language) => catalogueTexts(language, 'resources')
const catalogues = languages.map((language) => [language, textsIn(language)] as const)
const en = textsIn('en')

/** Notification types and topics added by a university are choices of built-in fields. */
const added = new Set(Object.entries<readonly string[]>(customNotifications).flat(2))
const isOfProgram = (key: string) =>
  !/^(notifications|users)\.choices\./.test(key) || !added.has(key.split('.').at(-1) ?? '')

const isHelp = (key: string) => key.split('.')[1] === 'help'
const isCount = (key: string) => key.split('.')[1]?.startsWith('count_') === true

test.each(catalogues)(
  '%s has exactly the texts that the declarations require, apart from help and counts',
  (_, texts) => {
    const keys = [...texts.keys()].filter((key) => !isHelp(key) && !isCount(key))
    expect(keys.toSorted()).toEqual(
      allResources.flatMap(messageKeys).filter(isOfProgram).toSorted(),
    )
  },
)

test.each(catalogues)(
  '%s explains the same fields as English, and only existing fields',
  (_, texts) => {
    const helped = [...texts.keys()].filter(isHelp)
    expect(helped.toSorted()).toEqual([...en.keys()].filter(isHelp).toSorted())
    for (const key of helped) {
      const [resource = '', , field = ''] = key.split('.')
      expect(getResource(resource).fields, key).toHaveProperty(field)
    }
  },
)

test.each(catalogues)(
  '%s counts the records of every list in each plural form of the language',
  (language, texts) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const resource of allResources.filter((one) => !one.singleton)) {
      const counts = [...texts].filter(([key]) => key.startsWith(`${resource.name}.count_`))
      expect(counts.map(([key]) => key.split('count_')[1]).toSorted()).toEqual(
        [...forms].toSorted(),
      )
      for (const [key, text] of counts) expect(text, key).toContain('{{count}}')
    }
  },
)

test.each(catalogues)('%s has no empty text and none with surrounding spaces', (_, texts) => {
  for (const [key, text] of texts) expect(text, key).toMatch(/^\S(.*\S)?$/)
})

test('Romanian is written with comma-below letters', () => {
  for (const [key, text] of textsIn('ro')) expect(text, key).not.toMatch(/[şţŞŢ]/)
})

test('French has a non-breaking space before double punctuation', () => {
  for (const [key, text] of textsIn('fr'))
    expect(text.replaceAll('{{count}}', ''), key).not.toMatch(/[^\u00a0\u202f][;:!?](\s|$)/)
})

test('success texts are exactly those of the specification (R-K01)', () => {
  expect(
    ['departments', 'specializations', 'courses'].flatMap((name) => [
      en.get(`${name}.created`),
      en.get(`${name}.updated`),
    ]),
  ).toEqual([
    'Department created successfully..',
    'Department update successfully..',
    'Specialization created successfully..',
    'Specialization update successfully..',
    'Course created successfully..',
    'Course updated successfully..',
  ])
  expect(en.get('users.created')).toBe('User created.')
  expect(en.get('settings.updated')).toBe('Application Settings updated successfully.')
  expect(en.get('courses.listed')).toBe('Get Course list successfully.')
  expect(en.get('registrations.created')).toBe('Registration created successfully.')
  const server = catalogueTexts('en', 'server')
  expect([server.get('signedOut'), server.get('registrationStatusUpdated')]).toEqual([
    'Successfully logout.',
    'Updated registration status successfully..',
  ])
})

test('texts of failed calls start with the words of the specification (R-K02, R-A12)', () => {
  expect(en.get('users.problems.create')).toBe(
    'A problem occured when trying to create a new user.',
  )
  for (const name of new Set([...en.keys()].map((key) => key.split('.')[0]))) {
    expect(en.get(`${name}.problems.get`)).toMatch(/^A problem occured when trying to get /)
    if (en.has(`${name}.problems.create`))
      expect(en.get(`${name}.problems.create`)).toMatch(/^A problem occured when trying to create /)
    expect(en.get(`${name}.problems.update`)).toMatch(/^A problem occured when trying to update /)
  }
})
