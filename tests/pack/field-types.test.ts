/**
 * The contract of every field type: its values are stored and returned, rejected with the right
 * code, filtered, sorted, recorded in the history, set in bulk, exported and imported. The compiler
 * requires a sample here for every new field type.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asFieldTypes, familyOf, samplesOf } from '@matricola/schema/field.ts'
import type { Family } from '@matricola/schema/field-type.ts'
import { translationName } from '@matricola/schema/translated-fields.ts'
import type { FieldChange, Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createDiskFileStore } from '@matricola/server/ports/disk-file-store.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { removeFolder } from '@matricola/testing/databases.ts'
import type { ImportApp } from '@matricola/testing/import-app.ts'
import { blankImage, buildMultipart, multipartBoundary } from '@matricola/testing/uploads.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldTypes } from '#resources/field.ts'
import { engines } from '#tests/support/databases.ts'
import { startImportApp } from '#tests/support/import-app.ts'
import { distinctPdf } from '#tests/support/seed-application.ts'

/** The behaviour of a field type. Defaults to the behaviour of its family. */
interface Behaviour {
  /** The value as it is returned. Defaults to the value that was sent. */
  readonly read?: (value: unknown) => unknown
  /**
   * The filter that matches the value, by default its text. Null if the type cannot be filtered by
   * value.
   */
  readonly filter?: ((value: unknown) => string) | null
  readonly isSorted?: false
  /** Whether a bulk edit may not set it. */
  readonly isBulk?: false
  /** Whether it cannot be exported and imported again. */
  readonly isExchanged?: false
  /**
   * The issue if the value cannot be restored, because the history masks it or the record it refers
   * to is gone.
   */
  readonly notRestored?: string
}
const behaviourByFamily: { readonly [F in Family]?: Behaviour } = {
  instant: { filter: (value) => `${String(value).slice(0, 10)}..${String(value).slice(0, 10)}` },
  choices: { filter: null, isSorted: false },
  ids: { isSorted: false },
  secret: {
    read: (value) => `${'•'.repeat(10)}${String(value).slice(-3)}`,
    notRestored: 'field.notWritable',
    isSorted: false,
    isBulk: false,
    isExchanged: false,
  },
  file: {
    read: (value) => `/api/files/${value}`,
    notRestored: 'file.unknown',
    filter: null,
    isSorted: false,
    isBulk: false,
    isExchanged: false,
  },
}
const behaviourByType: { readonly [fieldType: string]: Behaviour | undefined } = {
  longText: { isSorted: false },
}

/** Samples for records and for files that have to be created during the test. */
const createValues: {
  readonly [fieldType: string]:
    | ((office: ImportApp) => Promise<readonly [unknown, unknown]>)
    | undefined
} = {
  reference: async (office) => [
    (await office.create('specimens', { code: 'R1' })).id,
    (await office.create('specimens', { code: 'R2' })).id,
  ],
  links: async (office) => {
    const ids = []
    for (const code of ['L1', 'L2', 'L3']) ids.push((await office.create('specimens', { code })).id)
    return [ids.slice(0, 1), ids.slice(1).sort()]
  },
  file: async (office) => [
    await staged(office, 'unu.pdf', 'application/pdf', distinctPdf('one')),
    await staged(office, 'doi.pdf', 'application/pdf', distinctPdf('two')),
  ],
  image: async (office) => [
    await staged(office, 'unu.png', 'image/png', await blankImage().png().toBuffer()),
    await staged(office, 'doi.png', 'image/png', await blankImage(20, 20).png().toBuffer()),
  ],
}

async function staged(
  office: ImportApp,
  name: string,
  type: string,
  bytes: Buffer,
): Promise<string> {
  const payload = buildMultipart({ field: 'file', name, type, bytes })
  const headers = { 'content-type': `multipart/form-data; boundary=${multipartBoundary}` }
  return (
    await office.call<{ id: string }>(office.admin, 'POST', '/api/files', undefined, {
      payload,
      headers,
    })
  ).data.id
}

const neverFilled = Object.entries(asFieldTypes(fieldTypes)).flatMap(([fieldType, { sample }]) =>
  sample ? [] : [{ fieldType }],
)
const filled = samplesOf(fieldTypes).map(({ name, fieldType: { options }, ...sample }) => ({
  fieldType: name,
  options,
  ...sample,
  ...(behaviourByType[name] ?? behaviourByFamily[familyOf(sample.field)]),
}))

/** A translation is a separate field, and is tested in the same way. */
const inGerman = filled.flatMap((each) =>
  'translated' in each.options
    ? [{ ...each, fieldType: translationName(each.fieldType, 'de'), isSorted: false as const }]
    : [],
)

describe.each(engines)('a field on $engine', ({ open }) => {
  let office: ImportApp
  const folder = mkdtempSync(join(tmpdir(), 'matricola-field-types-'))
  beforeAll(async () => {
    office = await startImportApp(open, { files: createDiskFileStore(folder) })
  })
  afterAll(async () => {
    await office.close()
    removeFolder(folder)
  })
  const call = <T = WireRecord>(method: string, path: string, body?: object) =>
    office.call<T>(office.admin, method, `/api/specimens${path}`, body)
  const make = async (code: string, values: object) =>
    (await call('POST', '/create', { code, ...values })).data
  const codes = async (query: string) =>
    (await call<Page<WireRecord>>('GET', `?pageSize=100&${query}`)).data.list.map(
      ({ code }) => code,
    )
  const historyOf = async (id: string) =>
    (await call<Page<WireChange>>('GET', `/${id}/history`)).data.list
  const file = async (query: string) => {
    await call('GET', '')
    const url = `/api/specimens/export?${query}`
    const answer = await office.app.inject({
      method: 'GET',
      url,
      headers: { 'x-test-caller': office.admin.id },
    })
    expect([url, answer.statusCode]).toEqual([url, 200])
    return answer.rawPayload
  }

  describe.each([...filled, ...inGerman])(
    'of the type $fieldType',
    ({ fieldType, values, refused, ...behaviour }) => {
      const {
        read = (value: unknown) => value,
        filter = String,
        isSorted = true,
        isBulk = true,
        isExchanged = true,
        notRestored,
      } = behaviour
      let given: readonly unknown[]
      let [one, two, none] = [] as unknown as [WireRecord, WireRecord, WireRecord]
      beforeAll(async () => {
        await office.context.database.query('delete from rate_limit')
        given = values ?? (await createValues[fieldType]?.(office)) ?? []
        expect(given, `${fieldType} has two values`).toHaveLength(2)
        one = await make(`~${fieldType}-1`, { [fieldType]: given[0] })
        two = await make(`~${fieldType}-2`, { [fieldType]: given[1] })
        none = await make(`~${fieldType}-3`, {})
      })

      test('is stored and returned as sent, and may be empty', async () => {
        for (const [record, value] of [
          [one, read(given[0])],
          [two, read(given[1])],
          [none, null],
        ] as const) {
          expect(record[fieldType]).toEqual(value)
          expect((await call('GET', `/${record.id}`)).data[fieldType]).toEqual(value)
        }
      })

      test('is rejected with an issue at its field if it is invalid, and nothing is stored', async () => {
        const [value, code] = refused
        const answer = await call('POST', '/create', {
          code: `~${fieldType}-x`,
          [fieldType]: value,
        })
        expect([answer.status, answer.failure.fields?.[fieldType]?.[0]?.code]).toEqual([400, code])
        const changed = await call('PATCH', '/update', {
          id: one.id,
          version: one.version,
          [fieldType]: value,
        })
        expect([changed.status, changed.failure.fields?.[fieldType]?.[0]?.code]).toEqual([
          400,
          code,
        ])
        expect((await call('GET', `/${one.id}`)).data).toMatchObject({
          version: 1,
          [fieldType]: read(given[0]),
        })
      })

      test('is found by its value', async () => {
        if (!filter) {
          const answer = await call('GET', `?filters[${fieldType}]=x`)
          return expect(answer.status).toBe(400)
        }
        expect(
          await codes(`filters[${fieldType}]=${encodeURIComponent(filter(given[1]))}`),
        ).toEqual([`~${fieldType}-2`])
      })

      test('sorts records, with the empty values at one end', async () => {
        const typeFilter = `filters[code]=~${fieldType}-`
        const answer = await call<Page<WireRecord>>('GET', `?sort=${fieldType}&${typeFilter}`)
        if (!isSorted)
          return expect([answer.status, answer.failure.code]).toEqual([400, 'filter.unknown'])
        expect(
          (await codes(`sort=${fieldType}&${typeFilter}`)).filter(
            (code) => code !== `~${fieldType}-3`,
          ),
        ).toEqual([`~${fieldType}-1`, `~${fieldType}-2`])
        expect(
          (await codes(`sort=-${fieldType}&${typeFilter}`)).filter(
            (code) => code !== `~${fieldType}-3`,
          ),
        ).toEqual([`~${fieldType}-2`, `~${fieldType}-1`])
      })

      test('is exported in every format', async () => {
        const [row] = JSON.parse(
          String(await file(`format=json&columns=code,${fieldType}&filters[code]=~${fieldType}-2`)),
        ) as WireRecord[]
        expect(row?.[fieldType]).toEqual(read(given[1]))
      })

      test('can be imported from its own export', async () => {
        const columns = isExchanged ? `code,${fieldType}` : 'code'
        for (const format of ['csv', 'xlsx'] as const) {
          const bytes = await file(
            `format=${format}&form=import&columns=${columns}&filters[code]=~${fieldType}-`,
          )
          const before = await office.previewImport('specimens', bytes, { name: `rows.${format}` })
          expect([format, before.counts]).toEqual([format, { same: 3 }])
          if (!isExchanged) continue
          const { version } = (await call('GET', `/${two.id}`)).data
          expect(
            (await call('PATCH', '/update', { id: two.id, version, [fieldType]: given[0] })).status,
          ).toBe(200)
          const done = await office.runImport('specimens', bytes, { name: `rows.${format}` })
          expect([format, done.counts]).toEqual([format, { same: 2, done: 1 }])
          expect((await call('GET', `/${two.id}`)).data[fieldType]).toEqual(read(given[1]))
        }
      })

      test('is recorded in the history with its old and new value, and can be restored', async () => {
        const { version } = (await call('GET', `/${one.id}`)).data
        expect(
          (await call('PATCH', '/update', { id: one.id, version, [fieldType]: null })).data[
            fieldType
          ],
        ).toBe(null)
        const [latest] = await historyOf(one.id)
        const change = latest?.changes.find((each: FieldChange) => each.field === fieldType)
        expect(change).toMatchObject({ after: null })
        expect(change?.before).not.toBe(null)
        const restored = await call('POST', `/${one.id}/restore`, {
          fields: [fieldType],
          version,
          current: version + 1,
        })
        if (notRestored)
          return expect(restored.failure.fields?.[fieldType]).toEqual([{ code: notRestored }])
        expect(restored.data[fieldType]).toEqual(read(given[0]))
      })

      test('can be set in bulk, or is rejected there', async () => {
        const calls = bulkCalls(office)
        const edit = [{ field: fieldType, operator: 'set', value: given[1] } as const]
        if (!isBulk) {
          const { id } = (await calls.select(office.admin, 'specimens', { ids: [one.id, none.id] }))
            .data
          return expect(
            (await calls.ask(office.admin, 'specimens', { selection: id, edit })).status,
          ).toBe(400)
        }
        const { items } = await calls.done(
          office.admin,
          'specimens',
          { ids: [one.id, none.id] },
          { edit },
        )
        expect(items.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
        expect((await call('GET', `/${none.id}`)).data[fieldType]).toEqual(read(given[1]))
      })
    },
  )

  test.each(neverFilled)('of the type $fieldType cannot be set', async ({ fieldType }) => {
    const answer = await call('POST', '/create', { code: `${fieldType}-1`, [fieldType]: 'x' })
    expect([answer.status, answer.failure.fields?.[fieldType]?.[0]?.code]).toEqual([
      400,
      'field.notWritable',
    ])
  })

  test('of every type is in the OpenAPI document', async () => {
    const document = JSON.parse(
      (await office.app.inject({ method: 'GET', url: '/api/openapi.json' })).body,
    )
    const { properties } = document.components.schemas.specimens
    for (const { fieldType } of [...filled, ...inGerman])
      expect(properties, fieldType).toHaveProperty(fieldType)
    expect(properties.rating).toMatchObject({ type: ['integer', 'null'], minimum: 1, maximum: 5 })
  })

  test('may have a name that SQL reserves', async () => {
    await make('order-1', { order: 1 })
    const { id, version } = await make('order-2', { order: 1 })
    expect((await call('PATCH', '/update', { id, version, order: 2 })).data.order).toBe(2)
    expect(await codes('filters[order]=1..2&sort=-order')).toEqual(['order-2', 'order-1'])
    expect((await office.runImport('specimens', 'Code;Order\norder-1;7')).counts).toEqual({
      done: 1,
    })
    expect(await codes('filters[order]=7')).toEqual(['order-1'])
  })
})
