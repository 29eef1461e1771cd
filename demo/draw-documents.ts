/**
 * Draws the documents of the demo's applications in the background after the first start. Later
 * starts continue if interrupted.
 */

import { createHash, randomUUID } from 'node:crypto'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { mediaTypes } from '@matricola/schema/values/file-kind.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Database, Queries } from '@matricola/server/database/database.ts'
import { columnNameOf } from '@matricola/server/database/names.ts'
import { clearValues } from '@matricola/server/sql/storage.ts'
import {
  columns,
  differsFromLiteral,
  expr,
  isOneOfLiterals,
  pick,
  raw,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { type DocumentName, documentField } from '#resources/application-documents.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import { curriculumVitae, type DocumentHolder, diploma, identityCard } from './documents/pages.ts'
import { renderPdf } from './documents/pdf.ts'
import { renderPhoto } from './documents/photo.ts'
import type { Scene } from './documents/scene.ts'

const resource = asAnyResource(registrations)
const pendingKey = 'demoDocuments'
const batchSize = 12

/** Records, in the transaction that stores the demo, that documents still have to be drawn. */
export async function markDocumentsPending(queries: Queries): Promise<void> {
  await queries.query("insert into meta (key, value) values ($1, 'owed') on conflict do nothing", [
    pendingKey,
  ])
}

/** Delay after startup, so that the first requests are not slowed down. */
const pauseMs = 3000

/** Draws missing documents until stopped. `stop` waits for the current batch. */
export function startDemoDocuments(context: Context): { stop(): Promise<void> } {
  let isStopped = false
  let running: Promise<unknown> = Promise.resolve()
  const timer = setTimeout(() => {
    running = drawDemoDocuments(context, () => isStopped).catch((error: unknown) =>
      context.log.error({ err: error }, 'drawing the demo documents failed'),
    )
  }, pauseMs)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/**
 * Draws documents for all applications that have none, open applications first. Returns the number
 * of applications.
 */
export async function drawDemoDocuments(
  context: Context,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { database } = context
  const [pending] = await database.query('select 1 from meta where key = $1', [pendingKey])
  if (!pending) return 0
  for (let drawn = 0; ; ) {
    const rows = await runStatement(database, nextBatch)
    const files: DrawnFile[] = []
    for (const row of rows) if (!isStopped()) files.push(...(await drawFilesFor(context, row)))
    drawn += await attachFiles(database, files)
    if (isStopped()) return drawn
    if (rows.length < batchSize) {
      await database.query('delete from meta where key = $1', [pendingKey])
      return drawn
    }
  }
}

const registration = table(registrations)
const settingsRow = table(settings)
const currentSession = sql`(select ${settingsRow.admissionSessionId} from ${settingsRow})`
const applicationColumns = pick({
  ...columns(
    registration,
    'id',
    'lastName',
    'firstName',
    'sex',
    'birthDate',
    'cnp',
    'serialNumber',
    'foreignIdNumber',
    'city',
    'county',
    'address',
  ),
  ...columns(registration, 'phone', 'personalEmail', 'submittedAt', 'requestedChanges'),
  average: registration.baccalaureateAverage,
  year: registration.baccalaureateYear,
  isCurrent: expr<boolean>`${registration.admissionSessionId} = ${currentSession}`,
})
type ApplicationRow = (typeof applicationColumns)['~selects']

const nextBatch = sql`
  select ${applicationColumns} from ${registration} where ${registration.fileIdCardUrl} is null and ${registration.erasedAt} is null
    -- The time that declined ones are kept is over for last year's.
    and (${differsFromLiteral(registration.status, 'declined')} or ${registration.admissionSessionId} = ${currentSession})
    -- Nor does anybody need those that the office has held against the grades.
    and ${registration.gradesCheckedAt} is null
  order by ${isOneOfLiterals(registration.status, ['accepted', 'declined'])}, ${differsFromLiteral(registration.status, 'submitted')}, ${registration.submittedAt}, ${registration.id} limit ${raw(batchSize)}`

interface DrawnFile {
  readonly id: string
  readonly record_id: string
  readonly at: string
  readonly key: string
  readonly name: string
  readonly media_type: string
  readonly bytes: number
  readonly sha256: string
  readonly field: string
  readonly replaced_at: string | null
}

/** Stores the bytes before any row refers to them. */
const drawFilesFor = (context: Context, row: ApplicationRow): Promise<DrawnFile[]> =>
  Promise.all(documentsOf(row, context).map((document) => storeDocument(context, row, document)))

/**
 * Stores the rows of files and updates the applications in one transaction. Returns the number of
 * applications.
 */
async function attachFiles(database: Database, files: readonly DrawnFile[]): Promise<number> {
  const recordIds = new Set(files.map(({ record_id }) => record_id))
  const isCurrent = ({ replaced_at }: DrawnFile) => replaced_at === null
  const fields = [...new Set(files.map(({ field }) => field))].map((field) => ({
    field,
    column: columnNameOf(field),
  }))
  await database.transaction(async (queries) => {
    await queries.query(
      `insert into file (id, key, name, media_type, bytes, sha256, original_sha256, created_at, resource, record_id, field, claimed_at, replaced_at)
       select id, key, name, media_type, bytes, sha256, sha256, at, 'registrations', record_id, field, at, replaced_at
       from jsonb_to_recordset($1::jsonb) as f (id uuid, key text, name text, media_type text, bytes bigint, sha256 text, at timestamptz,
         record_id uuid, field text, replaced_at timestamptz)`,
      [JSON.stringify(files)],
    )
    for (const { field, column } of fields)
      await queries.query(
        `update registrations r set ${column} = f.id from jsonb_to_recordset($1::jsonb) as f (id uuid, record_id uuid) where r.id = f.record_id`,
        [JSON.stringify(files.filter((file) => file.field === field && isCurrent(file)))],
      )
  })
  return recordIds.size
}

interface Document {
  readonly document: DocumentName
  readonly name: string
  readonly isPhoto: boolean
  readonly isBlurred?: boolean
  readonly scenes: readonly Scene[]
  readonly replacedAt?: string
}

/**
 * Returns the three documents, preceded by the unreadable version of those that the applicant had
 * to send again.
 */
function documentsOf(
  row: ApplicationRow,
  { keys }: Context,
): (Document & { readonly variant: number })[] {
  const variant = Number.parseInt(row.id.slice(-4), 16) % 100
  const clear = clearValues(resource, { ...row }, { keys, id: row.id }) as {
    [number: string]: string | undefined
  }
  const bearer: DocumentHolder = {
    ...row,
    cnp: clear.cnp ?? null,
    documentNumber: clear.serialNumber ?? clear.foreignIdNumber ?? '',
    variant,
  }
  const card = {
    document: 'fileIdCard',
    name: 'carte-identitate',
    isPhoto: row.isCurrent && variant % 5 === 0,
    scenes: [identityCard(bearer)],
  } as const
  const diplomaDocument = {
    document: 'fileDiploma',
    name: 'diploma-bacalaureat',
    isPhoto: row.isCurrent && variant % 10 === 3,
    scenes: [diploma(bearer)],
  } as const
  const curriculumVitaeDocument = {
    document: 'fileCV',
    name: `CV ${row.lastName} ${row.firstName}`,
    isPhoto: false,
    scenes: curriculumVitae(bearer),
  } as const
  return [card, diplomaDocument, curriculumVitaeDocument].flatMap((document) => {
    const requestedChange = row.requestedChanges?.find(({ field }) => field === document.document)
    const unreadable = {
      ...document,
      variant,
      name: `${document.name}-1`,
      isPhoto: true,
      isBlurred: true,
    }
    if (requestedChange?.answeredAt)
      return [
        { ...unreadable, replacedAt: requestedChange.answeredAt },
        { ...document, variant },
      ]
    // A requested document that has not been sent yet is still unreadable.
    return [requestedChange ? unreadable : { ...document, variant }]
  })
}

async function storeDocument(
  { files }: Context,
  row: ApplicationRow,
  document: Document & { readonly variant: number },
): Promise<DrawnFile> {
  const { scenes, isPhoto, isBlurred = false, variant } = document
  const [scene] = scenes
  const bytes =
    isPhoto && scene ? await renderPhoto(scene, { variant, isBlurred }) : renderPdf(scenes)
  const id = randomUUID()
  const key = `${row.submittedAt.slice(0, 7).replace('-', '/')}/${id}`
  await files.write(key, bytes)
  return {
    ...{ id, key, record_id: row.id, at: row.submittedAt },
    name: `${document.name}.${isPhoto ? 'jpg' : 'pdf'}`,
    media_type: isPhoto ? mediaTypes.jpeg : mediaTypes.pdf,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    field: documentField(document.document),
    replaced_at: document.replacedAt ?? null,
  }
}
