/**
 * Checks that the server accepts exactly the options that a form offers for a reference, for every
 * type of condition.
 */

import { type OptionsWhere, optionFilter } from '@matricola/schema/options-where.ts'
import { asAnyResource, joinRegistry } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { Totals } from '@matricola/server/records/reading/totals.ts'
import { referenceIssues } from '@matricola/server/records/writing/references.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { field } from '#resources/field.ts'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'

const visits = (optionsWhere: OptionsWhere) =>
  asAnyResource(
    defineResource({
      name: 'visits',
      path: 'visits',
      icon: 'flag',
      title: [],
      fields: {
        studentId: field.reference('students', { optionsWhere }),
        from: field.date({ optional: true }),
        least: field.integer({ min: 1, max: 6, optional: true }),
      },
      sections: {},
      list: { columns: [], sort: [] },
      access: {},
    }),
  )

describe.each(engines)('options on $engine', ({ open }) => {
  let site: StudyApp
  const ids: string[] = []
  beforeAll(async () => {
    site = await startStudyApp(open)
    const enrolled = [
      { enrolledAt: '2020-10-01', studyYear: 1 },
      { enrolledAt: '2024-02-29', studyYear: 2 },
      { enrolledAt: '2026-10-01', studyYear: 2 },
      { enrolledAt: null, studyYear: 1 },
    ]
    for (const parts of enrolled) ids.push(String((await site.addStudent(parts)).personId))
    await site.context.database.query(
      "UPDATE students SET status = 'suspended', enrolled_at = NULL WHERE id = $1",
      [ids[3]],
    )
  })
  afterAll(() => site.close())

  /**
   * Positions of the students that the form would offer, and of those that the server would accept.
   */
  async function chosen(
    optionsWhere: OptionsWhere,
    record: { readonly [field: string]: unknown } = {},
  ) {
    const filters = Object.entries(optionsWhere).map(([name, value]) => {
      const filter = optionFilter(value, record)
      return 'text' in filter ? `filters[${name}]=${encodeURIComponent(filter.text)}` : null
    })
    const query = filters.includes(null) ? null : filters.join('&')
    const offered =
      query === null
        ? []
        : (
            await site.call<Page<WireRecord>>(
              site.admin,
              'GET',
              `/api/students?pageSize=50&${query}`,
            )
          ).data.list
    const { database, clock, keys } = site.context
    const source = { database, clock, keys, totals: new Totals(clock) }
    const writes = ids.map((studentId) => ({
      changed: { studentId },
      before: null,
      record: { from: null, least: null, ...record, studentId },
    }))
    const issues = await referenceIssues(
      source,
      systemPermit('demo', joinRegistry(site.context.registry, visits(optionsWhere)), 'create'),
      writes,
    )
    const accepted = issues.flatMap((issue, index) =>
      Object.keys(issue).length === 0 ? [index] : [],
    )
    const refusals = issues.flatMap((issue) =>
      Object.values(issue)
        .flat()
        .map(({ code }) => code),
    )
    expect(new Set(refusals)).toEqual(new Set(refusals.length > 0 ? ['reference.notAllowed'] : []))
    return { offered: offered.map(({ id }) => ids.indexOf(id)).toSorted(), accepted }
  }

  test.each<
    [
      said: string,
      where: OptionsWhere,
      record: { readonly [field: string]: unknown },
      places: readonly number[],
    ]
  >([
    ['one required value', { studyYear: 2 }, {}, [1, 2]],
    ['one of several values', { status: { in: ['suspended', 'graduated'] } }, {}, [3]],
    ['any value except one', { status: { ne: 'suspended' } }, {}, [0, 1, 2]],
    [
      'a minimum from a field of the record',
      { studyYear: { gte: { value: 'least' } } },
      { least: 2 },
      [1, 2],
    ],
    [
      'a latest day from a field of the record',
      { enrolledAt: { lte: { value: 'from' } } },
      { from: '2024-02-29' },
      [0, 1],
    ],
    ['a latest day from an empty field', { enrolledAt: { lte: { value: 'from' } } }, {}, []],
    [
      'days between a date and today',
      { enrolledAt: { gte: '2021-01-01', lte: { date: 'today' } }, studyYear: 2 },
      {},
      [1, 2],
    ],
  ])(
    'limited to %s are the same in the form and on the server',
    async (_, where, record, places) => {
      expect(await chosen(where, record)).toEqual({ offered: places, accepted: places })
    },
  )
})
