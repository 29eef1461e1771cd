/**
 * Documents without an owner. With its id, applicants prove that they uploaded a document, so the
 * id is never shown to anyone else.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { WireStagedFile } from '@matricola/schema/calls/files.ts'
import { fillPath } from '@matricola/schema/wire/endpoints.ts'
import { tableNames } from '@matricola/server/backup/rows.ts'
import { writeBackup } from '@matricola/server/backup/write.ts'
import { createLog } from '@matricola/server/http/request-log.ts'
import { prepareFiles } from '@matricola/server/services/prepare-files.ts'
import {
  markFilesDropped,
  readDroppedFiles,
  removeDroppedFiles,
} from '@matricola/server/session/file-records.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { blankImage, buildMultipart, type MultipartPart } from '@matricola/testing/uploads.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import { engines } from '#tests/support/databases.ts'
import { createDamagedPng, prepareAllFiles } from '#tests/support/prepared-images.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  pdfUpload,
  sendMultipart,
  submitJson,
  updateSettings,
  uploadRequiredDocuments,
  uploadStagedDocument,
} from '#tests/support/submit-application.ts'
import { testedApp } from '#tests/support/tested-app.ts'

describe.each(engines)('a document uploaded before its form on $engine', ({ open }) => {
  const lines: string[] = []
  let site: SessionApp
  let programme: ProgrammeIds
  let anyone: TestBrowser
  beforeAll(async () => {
    const log = createLog('trace', { write: (line) => lines.push(line) })
    site = await startSessionApp({ logLevel: 'trace' }, open, { log })
    programme = await seedProgramme(site)
    await updateSettings(site, { registrationOpen: true })
    anyone = site.browser()
  })
  afterAll(() => site.close())

  const photo = async (): Promise<MultipartPart> => ({
    name: 'card.jpg',
    type: 'image/jpeg',
    bytes: await blankImage(300, 200).jpeg().toBuffer(),
  })
  const keyOf = async (id: string) =>
    String(
      (await site.database.query<{ key: string }>('select key from file where id = $1', [id]))[0]
        ?.key,
    )

  test('has an id with 122 random bits', async () => {
    const ids = new Set<string>()
    for (let time = 0; time < 3; time++)
      for (const id of Object.values(await uploadRequiredDocuments(anyone))) ids.add(id)
    expect(ids.size).toBe(9)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('reveals its id only in the response to its sender, and in no log, store or other table, even after failures', async () => {
    const keyed = (part: MultipartPart) =>
      sendMultipart<WireStagedFile>(
        anyone,
        admissionEndpoints.sendFile.path,
        buildMultipart({ ...part, field: 'file' }),
        {
          'idempotency-key': 'a-document-sent-ahead',
        },
      )
    const sent = {
      pdf: await uploadStagedDocument(anyone),
      keyed: await keyed(pdfUpload('file')),
      broken: await uploadStagedDocument(anyone, { name: 'a.png', bytes: createDamagedPng() }),
      waiting: await uploadStagedDocument(anyone, await photo()),
      lost: await uploadStagedDocument(anyone, await photo()),
      dropped: await uploadStagedDocument(anyone),
    }
    const ids = Object.values(sent).map(({ data }) => data.id)
    expect(Object.values(sent).map(({ status }) => status)).toEqual(ids.map(() => 201))
    expect((await keyed(pdfUpload('file'))).data.id).toBe(sent.keyed.data.id)

    lines.length = 0
    // One image is missing, the decoder is too busy for the others, and the store refuses to remove
    // one.
    rmSync(join(site.context.config.dataDir, await keyOf(sent.lost.data.id)))
    const busy = { ...site.context, encodePicture: () => Promise.reject(new Error('busy')) }
    await prepareFiles(busy, testedApp.packs.noteUnreadable)
    site.wait(60_000)
    await prepareAllFiles(site.context)
    await markFilesDropped(site.database, 'f.id = $1', [sent.dropped.data.id])
    const refusing = { ...site.context.files, remove: () => Promise.reject(new Error('refused')) }
    await removeDroppedFiles(
      { ...site.context, files: refusing },
      await readDroppedFiles(site.context),
    )
    for await (const piece of await writeBackup(site.context)) expect(piece).toBeInstanceOf(Buffer)
    // Other visitors refer to documents that are not theirs.
    for (const document of [sent.pdf.data.id, crypto.randomUUID()])
      await site.browser().call('GET', fillPath('/api/files/:id', { id: document }))
    await submitJson(anyone, { ...applicationForm(801, programme), fileCV: sent.dropped.data.id })

    const log = lines.join('')
    for (const text of [
      'is missing or damaged',
      'preparing an image failed',
      'deleting a file from the store failed',
      'files are missing',
      '"route"',
    ])
      expect(log).toContain(text)
    const stored = readdirSync(site.context.config.dataDir, { recursive: true }).map(String)
    expect(stored).toContain(await keyOf(sent.pdf.data.id))
    for (const id of ids) {
      expect(log).not.toContain(id)
      expect(stored.filter((path) => path.includes(id))).toEqual([])
    }
    const openFiles: string[] = []
    for (const table of await tableNames(site.database)) {
      const rows = await site.database.query(
        `select 1 from "${table}" as t where t::text ~ $1 limit 1`,
        [ids.join('|')],
      )
      if (rows.length > 0) openFiles.push(table)
    }
    expect(openFiles).toEqual(['file'])
  })
})
