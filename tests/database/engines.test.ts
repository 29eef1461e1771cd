import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { invalidationsOf } from '@matricola/server/database/invalidations.ts'
import { connectPostgres } from '@matricola/server/database/postgres/postgres.ts'
import { DatabaseRefusal } from '@matricola/server/database/refusal.ts'
import { translateError } from '@matricola/server/database/translate-error.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import { createPostgresDatabase, silentLog, testPostgresUrl } from '@matricola/testing/databases.ts'
import { emptyDatabase } from '@matricola/testing/reused-databases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { engines } from '#tests/support/databases.ts'

const apiError = (error: unknown) => translateError(registry, error)
const user = (name: string, overrides: Record<string, unknown> = {}) => {
  const row = {
    id: uuidv7(),
    name,
    name_key: name,
    username: name,
    username_key: name.toLowerCase(),
    email: `${name}@univ.ro`,
    email_key: '',
    role: 'student',
    is_active: true,
    ...overrides,
  }
  const columns = Object.keys(row)
  return [
    `insert into users (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')}) returning *`,
    Object.values(row),
  ] as const
}

describe.each(engines)('the database on $engine', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  beforeEach(() => emptyDatabase(database, registry))

  it('returns rows of the same types', async () => {
    const [row] = await database.query(
      `select 7::int2 as small, 8::int4 as whole, 9007199254740991::int8 as large, 12.50::numeric(6,2) as money, 1.5::float8 as part, true as yes,
        '2004-02-29'::date as day, '2026-09-01 08:30:00.5+03'::timestamptz(3) as at, '0001-01-01 00:00:00+00'::timestamptz as early,
        '{"a":[1,null,"x"]}'::jsonb as json, array['a','b "c"','d,e',null,'\\']::text[] as texts, array[1,2]::int[] as numbers,
        array[]::text[] as none, null::int as nothing, '5e9f2b1a-0c1d-4e2f-8a3b-1c2d3e4f5a6b'::uuid as id, count(*) as counted from settings`,
    )
    expect(row).toEqual({
      small: 7,
      whole: 8,
      large: 9007199254740991,
      money: 12.5,
      part: 1.5,
      yes: true,
      day: '2004-02-29',
      at: '2026-09-01T05:30:00.500Z',
      early: '0001-01-01T00:00:00.000Z',
      json: { a: [1, null, 'x'] },
      texts: ['a', 'b "c"', 'd,e', null, '\\'],
      numbers: [1, 2],
      none: [],
      nothing: null,
      id: '5e9f2b1a-0c1d-4e2f-8a3b-1c2d3e4f5a6b',
      counted: 1,
    })
  })

  it('accepts values of the same types', async () => {
    const at = new Date('2026-09-01T05:30:00.123Z')
    const values = [
      1,
      true,
      null,
      'Ștefan "x"',
      at,
      ['a,b', 'c"d', '\\', ''],
      { a: 1 },
      ['5e9f2b1a-0c1d-4e2f-8a3b-1c2d3e4f5a6b'],
      1.25,
    ]
    const [row] = await database.query(
      'select $1::int as a, $2::boolean as b, $3::text as c, $4::text as d, $5::timestamptz as e, $6::text[] as f, $7::jsonb as g, $8::uuid[] as h, $9::numeric as i',
      values,
    )
    expect(row).toEqual({
      a: 1,
      b: true,
      c: null,
      d: 'Ștefan "x"',
      e: at.toISOString(),
      f: values[5],
      g: { a: 1 },
      h: values[7],
      i: 1.25,
    })
  })

  it('keeps the writes of a committed transaction and none of a failed one', async () => {
    await database.transaction(async ({ query }) => {
      await query(...user('ana'))
      await query(...user('ion'))
    })
    const failed = database.transaction(async ({ query }) => {
      await query(...user('eva'))
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect(await database.query('select name from users order by name')).toEqual([
      { name: 'ana' },
      { name: 'ion' },
    ])
  })

  it('hides uncommitted changes from other transactions', async () => {
    let signalOther: () => void = () => undefined
    const notified = new Promise<void>((resolve) => {
      signalOther = resolve
    })
    const pendingQuery = notified.then(() => database.query('select name from users'))
    const failed = database.transaction(async ({ query }) => {
      await query(...user('ana'))
      signalOther()
      await query('select pg_sleep(0.05)')
      await query(...user('ion'))
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect(await pendingQuery).toEqual([])
  })

  it('rejects queries outside the transaction in its callback, instead of waiting forever', async () => {
    const nested = database.transaction(() => database.query('select 1'))
    await expect(nested).rejects.toThrow('inside a transaction')
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('runs many transactions concurrently without mixing them', async () => {
    await database.query(...user('counter', { version: 0 }))
    const insertOnce = () =>
      database.transaction(async ({ query }) => {
        const [row] = await query<{ version: number }>('select version from users for update')
        await query('update users set version = $1', [(row?.version ?? 0) + 1])
      })
    await Promise.all(Array.from({ length: 20 }, insertOnce))
    expect(await database.query('select version from users')).toEqual([{ version: 20 }])
  })

  it('retries a transaction after a conflict with others', async () => {
    let tries = 0
    const answer = await database.transaction(async ({ query }) => {
      await query('select 1')
      if (++tries < 3) throw Object.assign(new Error('serialization failure'), { code: '40001' })
      return 'done'
    })
    expect([answer, tries]).toEqual(['done', 3])
  })

  it('names the field whose value is already taken, regardless of case', async () => {
    await database.query(...user('ana'))
    const error = await database.query(...user('ANA', { email: 'other@univ.ro' })).catch(apiError)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      code: 'record.taken',
      details: { fields: { username: [{ code: 'value.taken' }] } },
    })
  })

  it('names the field that refers to a missing record or holds a value outside its limits', async () => {
    const unknown = await database.query(...user('ana', { image_path: uuidv7() })).catch(apiError)
    expect(unknown).toMatchObject({
      code: 'input.invalid',
      details: { fields: { imagePath: [{ code: 'file.unknown' }] } },
    })
    const role = await database.query(...user('ana', { role: 'dean' })).catch(apiError)
    expect(role).toMatchObject({
      code: 'input.invalid',
      details: { fields: { role: [{ code: 'type.wrong' }] } },
    })
  })

  it('rejects values that the engine cannot read as invalid input, not as a server error', async () => {
    for (const [text, value] of [
      ['select $1::uuid', 'x'],
      ['select $1::int', '99999999999'],
      ['select $1::date', '2004-02-30'],
      ['select $1::text', 'a\0b'],
    ] as const)
      expect(await database.query(text, [value]).catch(apiError)).toMatchObject({
        code: 'input.invalid',
      })
  })

  it('keeps working after a rejected statement', async () => {
    await expect(database.query('select 1/0')).rejects.toMatchObject({ code: '22012' })
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('has exactly one settings record, filled with the declared defaults', async () => {
    expect(
      await database.query(
        'select version, university_name, max_students_per_course, registration_open from settings',
      ),
    ).toEqual([
      {
        version: 1,
        university_name: 'Universitatea Matricola',
        max_students_per_course: 30,
        registration_open: false,
      },
    ])
  })

  it('sorts keys byte by byte, regardless of the database’s collation', async () => {
    const rows = await database.query(
      `select key from (values ('s{tefan'), ('sz'), ('t'), ('sa'), ('s-b')) as v (key) order by key collate "C"`,
    )
    for (const [at, { key }] of (rows as { key: string }[]).entries())
      await database.query(...user(`user${at}`, { name_key: key }))
    const sorted = await database.query('select name_key from users order by name_key')
    expect(sorted.map((row) => row.name_key)).toEqual(['s-b', 'sa', 'sz', 's{tefan', 't'])
  })
})

describe.each(engines.filter(({ engine }) => engine === 'postgres'))(
  'the database on $engine only',
  ({ open }) => {
    it('recovers when the server closes a connection during a transaction', async () => {
      const database = await open()
      const ended = database.transaction(({ query }) =>
        query('select pg_terminate_backend(pg_backend_pid())'),
      )
      expect(await ended.catch(apiError)).toMatchObject({ code: 'database.unavailable' })
      expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
      await database.close()
    })

    it('keeps working after another process has migrated the database', async () => {
      const database = await open()
      const read = () => database.query('select * from meta where key = $1', ['x'])
      const readInTransaction = () =>
        database.transaction(({ query }) =>
          query('select * from meta where key = $1 and true', ['x']),
        )
      for (let count = 0; count < 8; count++) await Promise.all([read(), readInTransaction()])
      await database.query(`alter table meta add column more text default 'more'`)
      await database.query(`insert into meta (key, value) values ('x', 'y')`)
      for (const rows of await Promise.all([
        read(),
        read(),
        readInTransaction(),
        readInTransaction(),
      ]))
        expect(rows).toEqual([{ key: 'x', value: 'y', more: 'more' }])
      await database.close()
    })

    it('also cancels a slow statement on the server', async () => {
      const database = await open()
      const longQuery = database.transaction(({ query }) => query('select pg_sleep(60)'), {
        statementMs: 300,
      })
      expect(await longQuery.catch(apiError)).toMatchObject({ code: 'database.unavailable' })
      const settings = [
        'statement_timeout',
        'lock_timeout',
        'idle_in_transaction_session_timeout',
        'synchronous_commit',
        'TimeZone',
      ]
      const [row] = await database.query(
        `select ${settings.map((name) => `current_setting('${name}') as "${name}"`).join(', ')}`,
      )
      expect(Object.values(row ?? {})).toEqual(['10s', '5s', '15s', 'on', 'UTC'])
      await database.close()
    })

    it('behind a pooler, starts only if connections get its settings, prepares no statements and listens directly', async () => {
      const postgres = await createPostgresDatabase(testPostgresUrl ?? '')
      const open = () =>
        connectPostgres(postgres.url, silentLog, { max: 2, directUrl: postgres.url })
      const refusal: unknown = await open().catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(DatabaseRefusal)
      const line = String((refusal as Error).message)
      const settings = [
        ...(/connect_query='(.*)'$/.exec(line)?.[1] ?? '')
          .replaceAll("''", "'")
          .matchAll(/set (\w+)=('[^']*')/g),
      ]
      expect(settings.map(([, name]) => name)).toContain('statement_timeout')
      const [plain, other] = [
        await connectPostgres(postgres.url, silentLog),
        await connectPostgres(postgres.url, silentLog),
      ]
      for (const [, name, value] of settings)
        await plain.query(
          `alter database "${new URL(postgres.url).pathname.slice(1)}" set ${name} = ${value}`,
        )
      const database = await open()
      for (let count = 0; count < 3; count++) await database.query('select $1::int as one', [1])
      expect(await database.query('select name from pg_prepared_statements')).toEqual([])
      const received: unknown[] = []
      invalidationsOf(database).subscribe((topic) => received.push(topic))
      await invalidationsOf(other).send('mails')
      await vi.waitFor(() => expect(received).toEqual(['mails']))
      await Promise.all([database, plain, other].map((one) => one.close()))
      await postgres.drop()
    })
  },
)
