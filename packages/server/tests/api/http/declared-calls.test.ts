import { defineCall } from '@matricola/schema/wire/call.ts'
import { commaSeparated, pageQueryShape, pageSchema, text } from '@matricola/schema/wire/shapes.ts'
import {
  createLibraryContext,
  library,
  openLibraryDatabase,
} from '@matricola/testing/library/app.ts'
import { validateResponses } from '@matricola/testing/validate-responses.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildServer, registeredRoutesOf } from '../../../app/build-server.ts'
import { ok } from '../../../http/envelope.ts'
import { generateOpenApi } from '../../../http/openapi.ts'
import { registerCall } from '../../../http/register-call.ts'

const call = { tag: 'Trial', access: 'public', summary: 'A trial' } as const
const list = defineCall({
  ...call,
  method: 'GET',
  path: '/api/trial/:id',
  query: z.strictObject({ ...pageQueryShape, size: commaSeparated(['small', 'large']) }),
  output: pageSchema(text()),
})
const longerCall = defineCall({
  ...call,
  method: 'GET',
  path: '/api/trial-more',
  output: z.strictObject({ known: text() }),
})
const emptyCall = defineCall({
  ...call,
  method: 'POST',
  path: '/api/trial-nothing',
  input: z.strictObject({ name: text() }),
})

const id = '00000000-0000-4000-8000-000000000001'

describe('a declared call', () => {
  let app: ReturnType<typeof buildServer>
  let close = async () => {}
  beforeAll(async () => {
    const database = await openLibraryDatabase()
    app = buildServer(library, createLibraryContext(database))
    registerCall(app, list, async ({ params, query }) =>
      ok({
        totalCount: 1,
        page: query.pageNumber,
        pageSize: query.pageSize,
        list: [params.id, ...query.size],
      }),
    )
    const known = { known: 'yes', unknown: 'yes' }
    registerCall(app, longerCall, async () => ok(known))
    registerCall(app, emptyCall, async () => ok({}))
    validateResponses(app)
    await app.ready()
    close = async () => {
      await app.close()
      await database.close()
    }
  })
  afterAll(() => close())
  const getJson = async (url: string) => (await app.inject({ url })).json()

  test('passes path and query parameters to its handler, with defaults for those left out', async () => {
    expect((await getJson(`/api/trial/${id}?pageSize=2&size=small,large`)).data).toEqual({
      totalCount: 1,
      page: 1,
      pageSize: 2,
      list: [id, 'small', 'large'],
    })
  })

  test('refuses undeclared input by name', async () => {
    expect(await getJson('/api/trial/nobody')).toMatchObject({ code: 'record.missing' })
    expect(await getJson(`/api/trial/${id}?other=1`)).toMatchObject({
      code: 'filter.unknown',
      fields: { other: [{ code: 'field.unknown' }] },
    })
    expect(await getJson(`/api/trial/${id}?pageNumber=`)).toMatchObject({
      code: 'input.invalid',
      fields: { pageNumber: [{ code: 'type.wrong' }] },
    })
    expect(await getJson(`/api/trial/${id}?pageSize=101`)).toMatchObject({
      fields: { pageSize: [{ code: 'number.tooLarge', params: { max: 100 } }] },
    })
    expect(await getJson(`/api/trial/${id}?size=tiny`)).toMatchObject({
      fields: { size: [{ code: 'choice.unknown' }] },
    })
    const answer = await app.inject({
      method: 'POST',
      url: '/api/trial-nothing',
      payload: { name: 'x', more: 1 },
    })
    expect(answer.json()).toMatchObject({
      code: 'input.invalid',
      fields: { more: [{ code: 'field.unknown' }] },
    })
  })

  test('fails in tests if it returns undeclared properties', async () => {
    const answer = await app.inject({ url: '/api/trial-more' })
    expect([answer.statusCode, answer.json().message]).toEqual([
      500,
      expect.stringContaining('GET /api/trial-more returned undeclared properties'),
    ])
  })

  test('appears in the OpenAPI document with its input and its output', () => {
    const { paths } = generateOpenApi(
      { name: 'Sample', registry: library.registry, errors: {}, details: {} },
      registeredRoutesOf(app),
    ) as {
      paths: { [path: string]: { get: object; post: object } }
    }
    expect(paths['/api/trial/{id}']?.get).toMatchObject({ summary: 'A trial', tags: ['Trial'] })
    expect(JSON.stringify(paths['/api/trial-more']?.get)).toContain('"known":{"type":"string"}')
    expect(JSON.stringify(paths['/api/trial-nothing']?.post)).toContain('"name":{"type":"string"}')
  })
})
