/** Conflicts between packs prevent startup. */

import { asAnyResource, createRegistry } from '@matricola/schema/registry.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { createApp } from '@matricola/server/app/create-app.ts'
import { defineProcessSettings } from '@matricola/server/config.ts'
import {
  computedSql,
  namesWithoutSql,
  registerContributions,
} from '@matricola/server/database/pack-contributions.ts'
import { combinePacks, type Pack } from '@matricola/server/pack.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { departments } from '#resources/departments.ts'
import { exams } from '#resources/exams.ts'
import { universityComputations } from '#server/computed.ts'
import { universityConstraintErrors } from '#server/refusals.ts'
import { scopes } from '#server/scopes.ts'

const options = { adminRole: 'admin' } as const
const registry = createRegistry({}, options)

test('two packs that define the same scope, computed value or refusal prevent startup', () => {
  expect(() => registerContributions(registry, [{ scopes }, { scopes }])).toThrow(
    'two packs define the scope ',
  )
  expect(() =>
    registerContributions(registry, [
      { computed: universityComputations },
      { computed: universityComputations },
    ]),
  ).toThrow('two packs define the computed value ')
  expect(() =>
    registerContributions(registry, [
      { constraintErrors: universityConstraintErrors },
      { constraintErrors: universityConstraintErrors },
    ]),
  ).toThrow('two packs define the error of constraint ')
})

test('two packs with hooks for the same entity prevent startup', () => {
  const pack: Pack = { name: 'one', migrations: '', locales: '', hooks: () => ({ courses: {} }) }
  expect(() => combinePacks([pack, pack]).hooks({} as never, {} as never)).toThrow(
    'two packs define hooks for "courses"',
  )
})

test('an application with contradictory packs, commands or settings is not created', () => {
  const create = (parts: Partial<Parameters<typeof createApp>[0]>) =>
    createApp({
      name: 'Sample',
      root: '',
      registry: createRegistry({}, options),
      packs: [],
      apiDocument: '',
      ...parts,
    })
  expect(() => create({ packs: [{ name: 'one' }, { name: 'one' }] })).toThrow(
    'two packs have the name "one"',
  )
  expect(() =>
    create({ commands: { backup: async () => ({ run: async () => undefined }) } }),
  ).toThrow('the command "backup"')
  expect(() => create({ settings: defineProcessSettings({ PORT: z.string() }) })).toThrow(
    'the setting "PORT"',
  )
  // Not a language, which the compiler would notice as well.
  const unknown = createRegistry({}, { ...options, languages: ['xx' as Language] })
  expect(create({ registry: unknown }).findMistakes()).toContain(
    'the language "xx" is unknown, so dates and numbers cannot be formatted in it',
  )
  expect(create({ packs: [{ name: 'one', details: { shelves: {} } }] }).findMistakes()).toContain(
    'shelves: a pack has details of this entity, which does not exist',
  )
})

test('packs of two applications in one process are independent', () => {
  const declare = () => asAnyResource(JSON.parse(JSON.stringify(departments)))
  const [one, other] = [declare(), declare()]
  registerContributions(createRegistry({ departments: one }, options), [
    { computed: { studentFacultyRatio: (row) => `${row}.first` } },
  ])
  registerContributions(createRegistry({ departments: other }, options), [
    { computed: { studentFacultyRatio: (row) => `${row}.second` } },
  ])
  expect([
    computedSql(one, 'studentFacultyRatio', 'd'),
    computedSql(other, 'studentFacultyRatio', 'd'),
  ]).toEqual(['d.first', 'd.second'])
})

test('a declaration that names a scope or a computed value without SQL prevents startup, and the error gives its location', () => {
  registerContributions(registry, [{ computed: universityComputations }])
  const scope = expect.stringMatching(/^exams\.access\.\w+\.read: scope "\w+" has no SQL$/)
  expect(namesWithoutSql(registry, [asAnyResource(exams)])).toContainEqual(scope)
  registerContributions(registry, [{ scopes }])
  const value = expect.stringMatching(/^departments\.\w+: computed value "\w+" has no SQL$/)
  expect(namesWithoutSql(registry, [asAnyResource(departments)])).toContainEqual(value)
})
