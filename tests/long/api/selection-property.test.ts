import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { FieldEdit } from '@matricola/schema/wire/bulk.ts'
import type { WireJob, WireSelection } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { tableNameOf } from '@matricola/server/database/names.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { canSortBy } from '@matricola/server/records/reading/list-query.ts'
import { queryTokenOf } from '@matricola/testing/bulk-calls.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { type AdmissionApp, minuteMs, startAdmissionApp } from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'

/** Cases per database. A run of the suite covers two databases, 1,000 cases in total. */
const cases = 500
const words = ['a', 'pop', 'ana', 'alg', 'an', 'fil', 'istorie', 'M-1', '2', 'zzz', 'ș']

interface Case {
  readonly name: 'courses' | 'students' | 'departments'
  readonly role: 'admin' | 'secretary'
  readonly query: string
  /** List positions of the records that the selection excludes. */
  readonly excluded: readonly number[]
  readonly change: {
    readonly edit?: readonly FieldEdit[]
    readonly action?: string
    readonly input?: object
  }
}

const numberEdit = (field: string, max: number): fc.Arbitrary<FieldEdit> =>
  fc
    .integer({ min: -max, max: max })
    .map(
      (value): FieldEdit =>
        value === 0 ? { field, operator: 'set', value: 1 } : { field, operator: 'increase', value },
    )
const edits = (arbitrary: fc.Arbitrary<FieldEdit>) => arbitrary.map((edit) => ({ edit: [edit] }))
const action = (...names: string[]) => fc.constantFrom(...names).map((name) => ({ action: name }))

/**
 * Changes that succeed for some records, change nothing in others, and are invalid for the rest.
 */
const changes: {
  readonly [N in Case['name']]: { readonly [R in Case['role']]: fc.Arbitrary<Case['change']> }
} = {
  courses: ((writers) => ({ admin: writers, secretary: writers }))(
    fc.oneof(
      edits(numberEdit('credits', 9)),
      edits(numberEdit('year', 2)),
      edits(
        fc
          .constantFrom('exam', 'project')
          .map((value) => ({ field: 'assessment', operator: 'set', value })),
      ),
      edits(fc.constant({ field: 'module', operator: 'clear' })),
      edits(
        fc
          .constantFrom('a', 'Algebr')
          .map((find) => ({ field: 'name', operator: 'replace', find, value: 'b' })),
      ),
      action('activate', 'deactivate'),
    ),
  ),
  students: {
    admin: fc.oneof(edits(numberEdit('studyYear', 2)), action('promote', 'suspend', 'resume')),
    secretary: fc.oneof(
      edits(
        fc
          .constantFrom('A1', 'A2')
          .map((value) => ({ field: 'groupName', operator: 'set', value })),
      ),
      edits(fc.constant({ field: 'groupName', operator: 'clear' })),
      action('promote', 'suspend', 'resume'),
    ),
  },
  departments: ((writers) => ({ admin: writers, secretary: writers }))(
    fc.oneof(
      edits(
        fc.constantFrom('B 1', 'B 2').map((value) => ({ field: 'office', operator: 'set', value })),
      ),
      action('activate', 'deactivate'),
    ),
  ),
}

/** A filter that makes sense for the type of the field. */
function filterOf(
  resource: AnyResource,
  name: string,
  ids: readonly string[],
): fc.Arbitrary<string> {
  const spec = fieldOf(resource, name)
  if ('choices' in spec)
    return fc.subarray(Object.keys(spec.choices), { minLength: 1 }).map((some) => some.join(','))
  if (spec.type === 'boolean') return fc.constantFrom('true', 'false')
  if (spec.type === 'reference')
    return fc.subarray([...ids], { minLength: 1, maxLength: 2 }).map((some) => some.join(','))
  if (spec.type === 'integer' || spec.type === 'money')
    return fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 4 }))
      .map(([from, span]) => (span ? `${from}..${from + span}` : `${from}`))
  if (spec.type === 'date')
    return fc.constantFrom('2024-01-01..', '..2025-06-30', '2025-01-01..2025-12-31')
  return fc.constantFrom(...words)
}

const withoutFilter = ['cnp']

function caseOf(name: Case['name'], ids: readonly string[]): fc.Arbitrary<Case> {
  const resource = getResource(name)
  const filters = (resource.list.filters ?? []).filter((field) => !withoutFilter.includes(field))
  return fc.constantFrom('admin' as const, 'secretary' as const).chain((role) => {
    const sortable = resource.list.columns.filter((field) => canSortBy(resource, role, field))
    const filter = fc
      .subarray(filters, { maxLength: 2 })
      .chain((some) =>
        fc.tuple(
          ...some.map((field) =>
            filterOf(resource, field, ids).map((value) => [`filters[${field}]`, value] as const),
          ),
        ),
      )
    const sort = fc
      .subarray(sortable, { maxLength: 2 })
      .chain((some) =>
        fc.tuple(
          ...some.map((field) =>
            fc.boolean().map((isDescending) => `${isDescending ? '-' : ''}${field}`),
          ),
        ),
      )
    return fc.record({
      name: fc.constant(name),
      role: fc.constant(role),
      query: fc
        .tuple(filter, sort, fc.option(fc.constantFrom(...words), { freq: 2 }))
        .map(([some, by, search]) =>
          new URLSearchParams([
            ...some.map(([key, value]) => [key, value]),
            ...(by.length > 0 ? [['sort', by.join(',')]] : []),
            ...(search ? [['search', search]] : []),
          ]).toString(),
        ),
      excluded: fc.uniqueArray(fc.nat(40), { maxLength: 4 }),
      change: changes[name][role],
    })
  })
}

describe.each(engines)('selections on $engine', ({ open }) => {
  let office: AdmissionApp
  let ids: string[] = []
  const paths = {
    courses: 'courses',
    students: 'students',
    departments: 'department-profiles',
  } as const
  const versions = async (name: string) => {
    const rows = await office.context.database.query<{ id: string; version: number }>(
      `select id, version from ${tableNameOf({ name })}`,
    )
    return new Map(rows.map(({ id, version }) => [id, version]))
  }

  beforeAll(async () => {
    office = await startAdmissionApp(open)
    // The students have no grades, so promotion must not require credits.
    await office.updateSettings({ creditsForYear2: 0, creditsForYear3: 0, creditsForYear4: 0 })
    const create = async (path: string, body: object) => {
      const answer = await office.call<WireRecord>(
        office.admin,
        'POST',
        `/api/${path}/create`,
        body,
      )
      return answer.data.id
    }
    const departments = [office.departmentId]
    for (const name of ['Istorie', 'Analiză', 'Algebră și logică'])
      departments.push(await create('department-profiles', { name }))
    const programmes = [office.specializationId]
    for (const [n, yearsOfStudy] of [2, 3, 4].entries())
      programmes.push(
        await create('specializations', {
          name: `Program ${n}`,
          code: `P-${n}`,
          departmentProfileId: departments[n + 1],
          yearsOfStudy,
          totalCredits: 60 * yearsOfStudy,
        }),
      )
    const names = ['Algebră', 'Analiză', 'Istorie', 'Filologie', 'Anatomie', 'Pop art']
    for (let n = 0; n < 30; n++) {
      const specializationId = programmes[n % 4]
      await create('courses', {
        name: `${names[n % 6]} ${n % 5}`,
        code: `C-${n}`,
        specializationId,
        year: 1 + (n % 2),
        semester: 1 + (n % 2),
        credits: 1 + (n % 30),
        module: n % 3 ? 'Core' : null,
      })
      const person = {
        lastName: ['Pop', 'Popa', 'Ștefan', 'Marin'][n % 4],
        firstName: ['Ana', 'Dan', 'Ioana'][n % 3],
        matriculationNumber: `M-${n}`,
        email: `m${n}@univ.ro`,
      }
      await create('students', {
        ...person,
        specializationId,
        academicYearOfEntry: '2024-2025',
        studyYear: 1 + (n % 3),
        groupName: n % 2 ? 'A1' : null,
        enrolledAt: `2025-0${1 + (n % 9)}-01`,
      })
    }
    ids = [...departments, ...programmes]
  })
  afterAll(() => office.close())

  async function assertEqualResults({ name, role, query, excluded, change }: Case): Promise<void> {
    // A user may request only a limited number of files per hour.
    office.wait(2 * minuteMs)
    const path = paths[name]
    const caller: Caller = role === 'admin' ? office.admin : office.ana
    const listed = await office.call<Page<WireRecord>>(
      caller,
      'GET',
      `/api/${path}?pageSize=100&${query}`,
    )
    const list = listed.data.list.map(({ id }) => id)
    expect(list).toHaveLength(listed.data.totalCount)
    const excludedIds = excluded.flatMap((index) => list[index] ?? [])
    const chosen = list.filter((id) => !excludedIds.includes(id))
    const selection = (
      await office.call<WireSelection>(caller, 'POST', `/api/${path}/selections`, {
        token: queryTokenOf(listed),
        excluded: excludedIds,
      })
    ).data
    const frozen = await office.context.database.query<{ id: string }>(
      'select record_id as id from selection_row where selection_id = $1 order by position',
      [selection.id],
    )
    expect(frozen.map(({ id }) => id)).toEqual(chosen)
    expect(selection.total).toBe(chosen.length)
    const exported = await office.call(
      caller,
      'GET',
      `/api/${path}/export?format=json&selection=${selection.id}`,
    )
    expect(JSON.parse(exported.text)).toHaveLength(chosen.length)

    const before = await versions(name)
    const bulkJob = await office.call<WireJob>(caller, 'POST', `/api/${path}/bulk`, {
      selection: selection.id,
      ...change,
      start: true,
    })
    await runJobs(office.context)
    const job = (await office.call<WireJob>(caller, 'GET', `/api/jobs/${bulkJob.data.id}`)).data
    expect([job.state, job.total]).toEqual(['done', chosen.length])
    const { done = 0, same = 0, denied = 0, state = 0, invalid = 0 } = job.counts
    expect(done + same + denied + state + invalid).toBe(chosen.length)
    const after = await versions(name)
    const changedRecords = [...after].filter(([id, version]) => version !== before.get(id))
    expect(changedRecords).toHaveLength(done)
    for (const [id, version] of changedRecords) {
      expect(chosen).toContain(id)
      expect(version).toBe((before.get(id) ?? 0) + 1)
    }
  }

  test('contain the records that the list counted, and jobs and exports process exactly those', async () => {
    const any = fc.oneof(
      { weight: 5, arbitrary: caseOf('courses', ids) },
      { weight: 5, arbitrary: caseOf('students', ids) },
      { weight: 1, arbitrary: caseOf('departments', ids) },
    )
    await fc.assert(fc.asyncProperty(any, assertEqualResults), {
      numRuns: cases,
      endOnFailure: true,
    })
  }, 900_000)
})
