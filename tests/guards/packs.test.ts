/** Conflicts between packs prevent startup. */
import { expect, test } from 'vitest'
import { asAny } from '#model/registry.ts'
import { departments } from '#resources/departments.ts'
import { exams } from '#resources/exams.ts'
import { giveMeanings, missingMeanings } from '#server/engine/database/meanings.ts'
import { joinPacks, type Pack } from '#server/engine/pack.ts'
import { computed } from '#server/university/computed.ts'
import { refusals } from '#server/university/refusals.ts'
import { scopes } from '#server/university/scopes.ts'

test('two packs that define the same scope, computed value or refusal stop the startup', () => {
  expect(() => giveMeanings([{ scopes }, { scopes }])).toThrow('two packs give the scope ')
  expect(() => giveMeanings([{ computed }, { computed }])).toThrow('two packs give the computed value ')
  expect(() => giveMeanings([{ refusals }, { refusals }])).toThrow('two packs give the refusal ')
})

test('two packs with hooks for the same entity stop the startup', () => {
  const pack: Pack = { name: 'one', migrations: '', locales: '', hooks: () => ({ courses: {} }) }
  expect(() => joinPacks([pack, pack]).hooks({} as never, {} as never)).toThrow('two packs give hooks for courses')
})

test('a declaration that names a scope or a computed value without SQL stops the startup and is located', () => {
  giveMeanings([{ computed }])
  const scope = expect.stringMatching(/^exams\.access\.\w+\.read names the scope \w+, which has no SQL$/)
  expect(missingMeanings([asAny(exams)])).toContainEqual(scope)
  giveMeanings([{ scopes }])
  const value = expect.stringMatching(/^departments\.\w+ names the computed value \w+, which has no SQL$/)
  expect(missingMeanings([asAny(departments)])).toContainEqual(value)
})
