/**
 * Import rules for every resource: an export can be imported without changes, and templates can be
 * uploaded as they are.
 */

import { isGranted } from '@matricola/schema/access.ts'
import { type Language, maxImportColumns } from '@matricola/schema/vocabulary.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { exportFields } from '@matricola/schema/wire/exchange.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { readFileRows } from '@matricola/server/exchange/files/read-rows.ts'
import { canCreateRecords } from '@matricola/server/exchange/import/fields.ts'
import type { ImportApp } from '@matricola/testing/import-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allResources } from '#resources/index.ts'
import { languages } from '#resources/languages.ts'
import { engines } from '#tests/support/databases.ts'
import { startImportApp } from '#tests/support/import-app.ts'
import { type SeededUniversity, seedUniversity } from '#tests/support/seed-university.ts'

const importable = allResources.filter(
  (resource) => resource.import && isGranted(resource, 'admin', 'import'),
)
const pairs = importable.flatMap((resource) =>
  (['admin', 'secretary'] as const)
    .filter((role) => isGranted(resource, role, 'import') && isGranted(resource, role, 'export'))
    .map((role) => ({ name: resource.name, role, resource })),
)

describe.each(engines)('imports and exports of every resource on $engine', ({ open }) => {
  let office: ImportApp
  let university: SeededUniversity

  beforeAll(async () => {
    office = await startImportApp(open)
    university = await seedUniversity(office)
  })
  afterAll(() => office.close())
  // Removes the rate limit on files.
  beforeEach(() => office.context.database.query('delete from rate_limit'))

  const download = async (caller: Caller, path: string) => {
    // Registers the caller, so that the request header below identifies them.
    await office.call(caller, 'GET', '/api/jobs')
    const answer = await office.app.inject({
      method: 'GET',
      url: path,
      headers: { 'x-test-caller': caller.id },
    })
    expect([path, answer.statusCode]).toEqual([path, 200])
    return answer.rawPayload
  }
  const asTyped = (caller: Caller, language: Language) => ({ ...caller, language })

  test.each(pairs)(
    'a file of $name exported by $role can be imported again without changes',
    async ({ role, resource }) => {
      const caller = university[role]
      const all = exportFields(resource, role)
      const key = resource.import?.key ?? []
      // A file has at most fifty columns, but a registration has more fields.
      const halves = all.length > maxImportColumns ? [all.slice(0, 30), all.slice(30)] : [all]
      const files = halves.flatMap((half) =>
        (['ro', 'en', 'de'] as const).map((language, i) => ({
          half,
          language,
          format: i === 2 ? 'xlsx' : 'csv',
        })),
      )
      for (const { half, language, format } of files) {
        const columns = [...new Set([...key, ...half])].join(',')
        const file = await download(
          caller,
          `${endpointsOf(resource).export.path}?format=${format}&lng=${language}&columns=${columns}`,
        )
        const job = await office.previewImport(resource.path, file, {
          caller: asTyped(caller, language),
          name: `rows.${format}`,
        })
        expect(job.total).toBeGreaterThan(0)
        const invalidItems = (
          await office.items(job.id, 'outcome=ready,invalid,denied,state', caller)
        ).map(({ issues, changes }) => ({
          issues,
          changes,
        }))
        expect([format, language, invalidItems, job.counts]).toEqual([
          format,
          language,
          [],
          { same: job.total },
        ])
      }
    },
  )

  test.each(importable.map((resource) => ({ name: resource.name, resource })))(
    'the template of $name has an example that can be imported, in every language',
    async ({ resource }) => {
      const path = endpointsOf(resource).importTemplate.path
      for (const language of languages) {
        const caller = asTyped(university.admin, language)
        const csv = await download(caller, `${path}?lng=${language}`)
        const { data } = await office.send(resource.path, csv, { caller })
        expect(data.columns.every((_, i) => data.mapping[i])).toBe(true)
        const named = new Set(data.mapping)
        expect(
          data.fields.filter(
            ({ name, isKey, isRequired }) => (isKey || isRequired) && !named.has(name),
          ),
        ).toEqual([])
        if (!canCreateRecords(resource, 'admin')) continue
        const job = await office.previewImport(resource.path, csv, { caller })
        // If the example row refers to an existing record, the import leaves the record unchanged.
        const { ready = 0, same = 0 } = job.counts
        expect([(await office.items(job.id)).map(({ issues }) => issues), ready + same]).toEqual([
          [{}],
          1,
        ])
      }
      const book = readFileRows(await download(university.admin, `${path}?format=xlsx&lng=ro`), {})
      const csv = readFileRows(await download(university.admin, `${path}?lng=ro`), {})
      expect(book.headings).toEqual(csv.headings)
    },
  )

  test('the second sheet of a workbook lists the texts of the choices under their headings', async () => {
    const file = await download(
      university.admin,
      '/api/courses/imports/template?format=xlsx&lng=ro',
    )
    const notes = readFileRows(file, { sheet: 'Valori permise' })
    expect(notes.headings).toEqual(['Tip', 'Formă de evaluare'])
    expect(JSON.parse(notes.rows[0]?.cells ?? '')).toEqual(['Obligatorie', 'Examen'])
  })

  test('a template contains the fields that the role can write and the fields of the key', async () => {
    const { headings } = readFileRows(
      await download(university.secretary, '/api/students/imports/template?lng=en'),
      {},
    )
    expect(headings).toContain('Matriculation number')
    expect(headings).toContain('Student group')
    expect(headings).not.toContain('Funding')
  })
})
