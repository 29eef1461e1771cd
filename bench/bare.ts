/**
 * The bare limit: Node's `http`, the driver, the same statements, nothing else. No session, no access check, no
 * validation, no history. `DATABASE_URL` or `DATA_DIR` and `PORT` as for the real server, `EMBEDDED_WORKER` its thread.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { connectEmbedded } from '../server/engine/database/embedded.ts'
import { parserOf } from '../server/engine/database/values.ts'

const { DATABASE_URL, DATA_DIR = '', EMBEDDED_WORKER = '', PORT } = process.env

type Run = (name: string, text: string, values: unknown[]) => Promise<object[]>
const run = await (DATABASE_URL ? postgres(DATABASE_URL) : embedded())

async function postgres(url: string): Promise<Run> {
  const types = { getTypeParser: ((oid: number) => parserOf(oid)) as pg.CustomTypesConfig['getTypeParser'] }
  const pool = new pg.Pool({ connectionString: url, max: 10, types })
  await pool.query('select 1')
  return async (name, text, values) => (await pool.query({ name, text, values })).rows
}

async function embedded(): Promise<Run> {
  const database = await connectEmbedded({
    directory: join(DATA_DIR, 'database'),
    worker: pathToFileURL(EMBEDDED_WORKER),
    log: pino({ level: 'silent' }),
  })
  process.once('SIGTERM', () => database.close().then(() => process.exit(0)))
  return (_name, text, values) => database.query(text, values)
}

const columns = 's.*, p.name as specialization'
const from = 'from students s left join specializations p on p.id = s.specialization_id'
const filtered = `where s.status = $1 and translate(s.last_name_key, '{|', '') like $2`

async function list(params: URLSearchParams) {
  const [status, name, offset] = [params.get('status'), params.get('name'), Number(params.get('offset') ?? 0)]
  const [rows, [total]] = await Promise.all(
    status === null
      ? [
          run('all', `select ${columns} ${from} order by s.created_at desc limit 25 offset $1`, [offset]),
          run('allCount', 'select count(*) as total from students', []),
        ]
      : [
          run('page', `select ${columns} ${from} ${filtered} order by s.created_at desc limit 25 offset $3`, [status, `%${name}%`, offset]),
          run('count', `select count(*) as total from students s ${filtered}`, [status, `%${name}%`]),
        ],
  )
  return { ...total, list: rows }
}

type Course = { name: string; code: string; specializationId: string; year: number; semester: number; credits: number }
async function create({ name, code, specializationId, year, semester, credits }: Course) {
  const text = `insert into courses (id, name, name_key, code, code_key, specialization_id, year, semester, credits, type, assessment, is_active, search_text)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'compulsory', 'exam', true, $10) returning *`
  const [nameKey, codeKey] = [name.toLowerCase(), code.toLowerCase()]
  return run('create', text, [
    randomUUID(),
    name,
    nameKey,
    code,
    codeKey,
    specializationId,
    year,
    semester,
    credits,
    `${nameKey} ${codeKey}`,
  ])
}

const update = (body: { id: string; description: string }) =>
  run('update', 'update courses set description = $2, version = version + 1, updated_at = now() where id = $1 returning *', [
    body.id,
    body.description,
  ])

const one = (id: string) => run('one', `select ${columns} ${from} where s.id = $1`, [id])

/** The whole table as CSV: one statement, one string. */
async function exported(): Promise<string> {
  const rows = await run(
    'export',
    `select s.last_name, s.first_name, s.matriculation_number, p.code, s.study_year, s.group_name, s.email, s.status
     from students s left join specializations p on p.id = s.specialization_id order by s.last_name_key, s.first_name_key, s.id`,
    [],
  )
  return rows.map((row) => `${Object.values(row).join(',')}\r\n`).join('')
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (url.pathname === '/readyz') return {}
  if (url.pathname === '/list') return list(url.searchParams)
  if (url.pathname === '/export') return exported()
  if (url.pathname === '/one') return one(url.searchParams.get('id') ?? '')
  // The measuring program sends exactly these two bodies.
  if (url.pathname === '/create') return create((await json(request)) as Course)
  return update((await json(request)) as { id: string; description: string })
}

createServer((request, response) => {
  answer(request).then(
    (body) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
    },
    (error: Error) => response.writeHead(500).end(error.message),
  )
}).listen(Number(PORT), '127.0.0.1')
