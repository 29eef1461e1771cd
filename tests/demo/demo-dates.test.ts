import { today } from '@matricola/schema/values/dates.ts'
import { describe, expect, test } from 'vitest'
import { demoSeed, makeDemoUniversity } from '#demo/make-demo-university.ts'

/**
 * Different times of the day and the year. At each of them, some events that the demo plans for
 * that day are still in the future.
 */
const instants = [
  '2026-11-21T00:20:00Z',
  '2026-11-28T12:54:00Z',
  '2026-02-10T23:40:00Z',
  '2026-06-30T08:00:00Z',
  '2026-09-30T06:10:00Z',
]
/** Fields with times of past events. All others, such as exam dates, may be in the future. */
const happened =
  /^(createdAt|updatedAt|at|sentAt|submittedAt|requestedAt|appealedAt|decidedAt|readAt|bookedOn|lastLoginAt)$/

describe.each(instants)('a demo made at %s', (now) => {
  const university = makeDemoUniversity(demoSeed, new Date(now))

  test('contains no events after that time', () => {
    const laterDates: string[] = []
    const inspect = (name: string, value: unknown): void => {
      if (Array.isArray(value)) for (const one of value) inspect(name, one)
      else if (typeof value === 'object' && value !== null)
        for (const [field, inner] of Object.entries(value)) {
          if (!happened.test(field)) inspect(`${name}.${field}`, inner)
          else if (
            typeof inner === 'string' &&
            inner > (inner.length > 10 ? new Date(now).toISOString() : today(new Date(now)))
          )
            laterDates.push(`${name}.${field} ${inner}`)
          else if (typeof inner === 'number' && field === 'at' && inner > Date.parse(now))
            laterDates.push(`${name}.${field} ${inner}`)
        }
    }
    inspect('demo', university)
    expect(laterDates).toEqual([])
  })
})
