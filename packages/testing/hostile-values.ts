/** Values that take very long to validate if validation does more than linear work. */
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf, storedEntries } from '@matricola/schema/resource-fields.ts'
import { fieldSchema, validateInput } from '@matricola/schema/validation.ts'
import { fold, normalizeText } from '@matricola/schema/values/folding.ts'

const length = 20_000
const repeated = (text: string) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
const seeds = [
  'a',
  'a ',
  ' ',
  'a-',
  '1',
  '1.',
  "a'",
  'a.',
  'a@',
  'a@a.',
  '\u0301',
  'ș',
  'ﬁ',
  '\u200b',
  '\u202a',
  '(',
  '+4',
  '!',
  '\n',
  ' \n',
  'a \n',
  ';',
  ',',
  '0721 ',
  '#A_',
]
/** Long texts on which naive regular expressions take quadratic time. */
export const hostileTexts = seeds.flatMap((seed) => [
  repeated(seed),
  `${repeated(seed)}!`,
  `a${repeated(seed)}a`,
  `a\n${repeated(seed)}\u0001`,
])
/**
 * Processor time of this process, in microseconds. Unlike elapsed time, it does not depend on the
 * load of the machine.
 */
const measureCpu = (work: () => unknown) => {
  const startUsage = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(startUsage)
  return user + system
}
/**
 * The time to normalize and fold a harmless text of the same length, as the reference for all
 * others.
 */
const harmless = Array.from({ length }, (_, i) => 'Ștefan Țurcanu, Bârlad '[i % 23]).join('')
const reference = Math.max(
  ...Array.from({ length: 5 }, () => measureCpu(() => fold(normalizeText(harmless)))),
)
/**
 * Quadratic work takes thousands of times as long on every attempt. Garbage collection and
 * compilation slow down only one.
 */
export const isBounded = (work: () => unknown) =>
  Array.from({ length: 4 }).some(() => measureCpu(work) < 100 * reference + 5_000)

/**
 * Returns the fields that reject or normalize a hostile text more slowly than a harmless one. Fields
 * with the same declaration are validated alike, so only one of them is tried.
 */
export function findSlowFields(resources: readonly AnyResource[]): readonly string[] {
  const fields = new Map(
    resources.flatMap((resource) =>
      storedEntries(resource).map(
        ([name]) => [JSON.stringify(fieldOf(resource, name)), { resource, name }] as const,
      ),
    ),
  )
  return [...fields.values()].flatMap(({ resource, name }) => {
    const schema = fieldSchema(resource, name)
    return hostileTexts.some((text) => !isBounded(() => validateInput(schema, text)))
      ? [`${resource.name}.${name}`]
      : []
  })
}

/** Returns the fields that report more than a few issues for a list of thousands of wrong entries. */
export function findManyIssues(resources: readonly AnyResource[]): readonly string[] {
  const many = Array.from({ length: 60_000 }, (_, i) => `wrong ${i}`)
  return resources.flatMap((resource) =>
    storedEntries(resource).flatMap(([name]) => {
      const checked = validateInput(fieldSchema(resource, name), many)
      // Fields that accept any value are written only by the server.
      if (checked.ok) return []
      const hasMany = Object.values(checked.fields).some((issues) => issues.length > 20)
      return hasMany ? [`${resource.name}.${name}`] : []
    }),
  )
}
