/**
 * A bare server as the baseline: Node's `http`, the database driver and equivalent statements,
 * without sessions, access checks, validation or history. Uses `DATABASE_URL` or `DATA_DIR`, and
 * `PORT`, like the real server; `EMBEDDED_WORKER` is the database's worker.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { isFieldType } from '@matricola/schema/field.ts'
import { storedEntries } from '@matricola/schema/resource-fields.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { connectEmbedded } from '@matricola/server/database/embedded/embedded.ts'
import { columnNameOf, tableNameOf } from '@matricola/server/database/names.ts'
import { parserOf } from '@matricola/server/database/values.ts'
import pg from 'pg'
import { pino } from 'pino'
import { allResources, getResource } from '#resources/index.ts'

const { DATABASE_URL, DATA_DIR = '', EMBEDDED_WORKER = '', PORT } = process.env

type Run = (name: string, text: string, values: unknown[]) => Promise<object[]>
interface Engine {
  readonly run: Run
  /** Returns the rows of a statement as CSV. */
  readonly csv: (text: string) => Promise<string>
}
const { run, csv } = await (DATABASE_URL ? postgres(DATABASE_URL) : embedded())

async function postgres(url: string): Promise<Engine> {
  const types = {
    getTypeParser: ((oid: number) => parserOf(oid)) as pg.CustomTypesConfig['getTypeParser'],
  }
  const pool = new pg.Pool({ connectionString: url, max: 10, types })
  await pool.query('select 1')
  return {
    run: async (name, text, values) => (await pool.query({ name, text, values })).rows,
    async csv(text) {
      const client = await pool.connect()
      try {
        return await copyToCsv(client, `copy (${text}) to stdout with (format csv)`)
      } finally {
        client.release()
      }
    },
  }
}

/**
 * The driver passes the data of a `COPY` to the current query object, which must have these
 * methods.
 */
function copyToCsv(client: pg.PoolClient, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const query = {
      submit: (connection: { query(text: string): void }) => connection.query(text),
      handleCopyData: ({ chunk }: { readonly chunk: Buffer }) => void chunks.push(chunk),
      handleCommandComplete() {},
      handleError: reject,
      handleReadyForQuery: () => resolve(Buffer.concat(chunks).toString()),
    }
    client.query(query as unknown as pg.Submittable)
  })
}

async function embedded(): Promise<Engine> {
  const database = await connectEmbedded({
    directory: join(DATA_DIR, 'database'),
    worker: pathToFileURL(EMBEDDED_WORKER),
    log: pino({ level: 'silent' }),
  })
  process.once('SIGTERM', () => database.close().then(() => process.exit(0)))
  return {
    run: (_name, text, values) => database.query(text, values),
    // The embedded database can only `COPY` to a file, so the rows are formatted here.
    async csv(text) {
      const rows = await database.query(text)
      return rows.map((row) => `${Object.values(row).join(',')}\r\n`).join('')
    },
  }
}

const columns = 's.*, p.name as specialization'
const from = 'from students s left join specializations p on p.id = s.specialization_id'
const filtered = `where s.status = $1 and translate(s.last_name_key, '{|', '') like $2`
const enrolled = (parameter: string) => `s.enrolled_at between '2000-01-01' and ${parameter}::date`

/** Returns a page of rows that match a condition, and their total. */
async function page(name: string, where: string, values: unknown[], offset = 0) {
  const at = `$${values.length + 1}`
  const [rows, [total]] = await Promise.all([
    run(
      `${name}Page`,
      `select ${columns} ${from} ${where} order by s.created_at desc limit 25 offset ${at}`,
      [...values, offset],
    ),
    run(`${name}Count`, `select count(*) as total from students s ${where}`, values),
  ])
  return { ...total, list: rows }
}

function list(params: URLSearchParams) {
  const [status, name, until, offset] = [
    params.get('status'),
    params.get('name'),
    params.get('until'),
    Number(params.get('offset') ?? 0),
  ]
  if (status === null) return page('all', '', [], offset)
  if (until === null) return page('some', filtered, [status, `%${name}%`], offset)
  return page('until', `${filtered} and ${enrolled('$3')}`, [status, `%${name}%`, until], offset)
}

async function facets(until: string | null) {
  const counts = ['status', 'study_year', 'funding_type'].map((column) =>
    run(
      `facet ${column}`,
      `select s.${column} as value, count(*) as number from students s where ${enrolled('$1')} group by 1`,
      [until],
    ),
  )
  return await Promise.all(counts)
}

type Course = {
  name: string
  code: string
  specializationId: string
  year: number
  semester: number
  credits: number
}
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

type Student = Record<
  | 'lastName'
  | 'firstName'
  | 'matriculationNumber'
  | 'email'
  | 'specializationId'
  | 'academicYearOfEntry',
  string
>
async function createStudent(student: Student) {
  const { lastName, firstName, matriculationNumber, email, specializationId, academicYearOfEntry } =
    student
  const text = `insert into students (id, last_name, last_name_key, first_name, first_name_key, matriculation_number, matriculation_number_key,
      email, email_key, specialization_id, academic_year_of_entry, study_year, funding_type, status, search_text)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, 'budget', 'active', $12) returning *`
  const keyed = [lastName, firstName, matriculationNumber, email]
  return run('create student', text, [
    randomUUID(),
    ...keyed.flatMap((value) => [value, value.toLowerCase()]),
    specializationId,
    academicYearOfEntry,
    keyed.join(' ').toLowerCase(),
  ])
}

interface Change {
  readonly table: string
  readonly field: string
  readonly id: string
  readonly value: string
}
const update = ({ table, field, id, value }: Change) =>
  run(
    `update ${table} ${field}`,
    `update ${table} set ${columnNameOf(field)} = $2, version = version + 1, updated_at = now() where id = $1 returning *`,
    [id, value],
  )

/** Returns a record with the first title field of each referenced record. */
function one(name: string, id: string) {
  const resource = getResource(name)
  const references = storedEntries(resource).flatMap(([field, spec]) =>
    isFieldType(spec, 'reference') ? [[field, getResource(spec.to)] as const] : [],
  )
  const titles = references.map(
    ([field, { title }], i) => `, t${i}.${columnNameOf(title[0] ?? 'id')} as "${field} title"`,
  )
  const joins = references.map(
    ([field, target], i) =>
      ` left join ${tableNameOf(target)} t${i} on t${i}.id = r.${columnNameOf(field)}`,
  )
  return run(
    `one ${name}`,
    `select r.*${titles.join('')} from ${tableNameOf(resource)} r${joins.join('')} where r.id = $1`,
    [id],
  )
}

/** Returns the whole table as CSV generated by the database. */
const exported = () =>
  csv(`select s.last_name, s.first_name, s.matriculation_number, p.code, s.study_year, s.group_name, s.email, s.status
     from students s left join specializations p on p.id = s.specialization_id order by s.last_name_key, s.first_name_key, s.id`)

/** The paths of the real server, to compare the same reads. */
const resources = allResources
  .filter(({ singleton }) => !singleton)
  .map((resource) => ({
    name: resource.name,
    list: endpointsOf(resource).list.path,
    path: resource.path,
  }))

async function answer(request: IncomingMessage): Promise<unknown> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (url.pathname === '/readyz') return {}
  if (url.pathname === '/resources') return { list: resources }
  if (url.pathname === '/list') return list(url.searchParams)
  if (url.pathname === '/search')
    return page('search', 'where s.search_text like $1', [`%${url.searchParams.get('word')}%`])
  if (url.pathname === '/facets') return facets(url.searchParams.get('until'))
  if (url.pathname === '/export') return exported()
  if (url.pathname === '/one')
    return one(url.searchParams.get('resource') ?? '', url.searchParams.get('id') ?? '')
  // The benchmark sends only these three bodies.
  if (url.pathname === '/create') return create((await json(request)) as Course)
  if (url.pathname === '/create-student') return createStudent((await json(request)) as Student)
  return update((await json(request)) as Change)
}

createServer((request, response) => {
  answer(request).then(
    (body) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      response
        .writeHead(200, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        })
        .end(text)
    },
    (error: Error) => response.writeHead(500).end(error.message),
  )
}).listen(Number(PORT), '127.0.0.1')
