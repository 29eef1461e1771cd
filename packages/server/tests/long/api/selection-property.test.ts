import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { FieldEdit } from '@matricola/schema/wire/bulk.ts'
import type { WireJob, WireSelection } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { queryTokenOf } from '@matricola/testing/bulk-calls.ts'
import { library, libraryEngines } from '@matricola/testing/library/app.ts'
import { type JobsApp, startJobsApp } from '@matricola/testing/library/jobs-app.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../../caller.ts'
import { tableNameOf } from '../../../database/names.ts'
import { runJobs } from '../../../jobs/runner.ts'
import { canSortBy } from '../../../records/reading/parse-list-query.ts'

/** Cases per database. A run of the suite covers two databases, 1,000 cases in total. */
const cases = 500
const words = ['a', 'pop', 'ana', 'alg', 'an', 'fil', 'istorie', 'M-1', '2', 'zzz', 'ș']

interface Case {
  readonly name: 'volumes' | 'members' | 'branches'
  readonly role: 'admin' | 'librarian'
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
 * Only admins may change many members.
 */
const changes: {
  readonly [N in Case['name']]: { readonly [R in Case['role']]?: fc.Arbitrary<Case['change']> }
} = {
  volumes: ((writers) => ({ admin: writers, librarian: writers }))(
    fc.oneof(
      edits(numberEdit('copies', 9)),
      edits(numberEdit('part', 2)),
      edits(
        fc
          .constantFrom('hardcover', 'spiral')
          .map((value) => ({ field: 'binding', operator: 'set', value })),
      ),
      edits(fc.constant({ field: 'shelf', operator: 'clear' })),
      edits(
        fc
          .constantFrom('a', 'Algebr')
          .map((find) => ({ field: 'name', operator: 'replace', find, value: 'b' })),
      ),
      action('activate', 'deactivate', 'renumber'),
    ),
  ),
  members: {
    admin: fc.oneof(
      edits(
        fc.constantFrom('A1', 'A2').map((value) => ({ field: 'guardian', operator: 'set', value })),
      ),
      edits(fc.constant({ field: 'guardian', operator: 'clear' })),
      action('suspend', 'resume', 'leave'),
    ),
  },
  branches: ((writers) => ({ admin: writers, librarian: writers }))(
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

const withoutFilter = ['personalNumber']

function caseOf(name: Case['name'], ids: readonly string[]): fc.Arbitrary<Case> {
  const resource = library.registry.get(name)
  const filters = (resource.list.filters ?? []).filter((field) => !withoutFilter.includes(field))
  const writers = Object.entries(changes[name]) as [Case['role'], fc.Arbitrary<Case['change']>][]
  return fc.constantFrom(...writers).chain(([role, change]) => {
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
      change,
    })
  })
}

describe.each(libraryEngines)('selections on $engine', ({ open }) => {
  let office: JobsApp
  let ids: string[] = []
  const versions = async (name: string) => {
    const rows = await office.context.database.query<{ id: string; version: number }>(
      `select id, version from ${tableNameOf({ name })}`,
    )
    return new Map(rows.map(({ id, version }) => [id, version]))
  }

  beforeAll(async () => {
    office = await startJobsApp(open)
    const create = async (path: string, body: object) => {
      const answer = await office.call<WireRecord>(
        office.admin,
        'POST',
        `/api/${path}/create`,
        body,
      )
      return answer.data.id
    }
    const branches: string[] = []
    for (const name of ['Litere', 'Istorie', 'Analiză', 'Algebră și logică'])
      branches.push(await create('branches', { name }))
    const books: string[] = []
    for (const [n, parts] of [3, 2, 3, 4].entries())
      books.push(
        await create('books', {
          title: `Program ${n}`,
          isbn: `978000000000${n}`,
          branchId: branches[n],
          parts,
        }),
      )
    const names = ['Algebră', 'Analiză', 'Istorie', 'Filologie', 'Anatomie', 'Pop art']
    for (let n = 0; n < 30; n++) {
      await create('volumes', {
        name: `${names[n % 6]} ${n % 5}`,
        code: `C-${n}`,
        bookId: books[n % 4],
        part: 1 + (n % 2),
        floor: 1 + (n % 2),
        copies: 1 + (n % 30),
        shelf: n % 3 ? 'Core' : null,
      })
      await create('members', {
        lastName: ['Pop', 'Popa', 'Ștefan', 'Marin'][n % 4],
        firstName: ['Ana', 'Dan', 'Ioana'][n % 3],
        cardNumber: `M-${n}`,
        email: `m${n}@univ.ro`,
        branchId: branches[n % 4],
        category: n % 2 ? 'child' : 'adult',
        guardian: n % 2 ? 'A1' : null,
        joinedOn: `2025-0${1 + (n % 9)}-01`,
      })
    }
    ids = [...branches, ...books]
  })
  afterAll(() => office.close())

  async function assertEqualResults({ name, role, query, excluded, change }: Case): Promise<void> {
    // A user may request only a limited number of files per hour.
    office.wait(2 * 60_000)
    const caller: Caller = role === 'admin' ? office.admin : office.ana
    const listed = await office.call<Page<WireRecord>>(
      caller,
      'GET',
      `/api/${name}?pageSize=100&${query}`,
    )
    const list = listed.data.list.map(({ id }) => id)
    expect(list).toHaveLength(listed.data.totalCount)
    const excludedIds = excluded.flatMap((index) => list[index] ?? [])
    const chosen = list.filter((id) => !excludedIds.includes(id))
    const selection = (
      await office.call<WireSelection>(caller, 'POST', `/api/${name}/selections`, {
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
      `/api/${name}/export?format=json&selection=${selection.id}`,
    )
    expect(JSON.parse(exported.text)).toHaveLength(chosen.length)

    const before = await versions(name)
    const bulkJob = await office.call<WireJob>(caller, 'POST', `/api/${name}/bulk`, {
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
      { weight: 5, arbitrary: caseOf('volumes', ids) },
      { weight: 5, arbitrary: caseOf('members', ids) },
      { weight: 1, arbitrary: caseOf('branches', ids) },
    )
    await fc.assert(fc.asyncProperty(any, assertEqualResults), {
      numRuns: cases,
      endOnFailure: true,
    })
  }, 900_000)
})
