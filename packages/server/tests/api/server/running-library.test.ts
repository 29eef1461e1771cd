/** Live updates, files, and backup and restore of the fixture. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { buildPdf } from '@matricola/testing/build-pdf.ts'
import { removeFolder } from '@matricola/testing/databases.ts'
import { openEventStream } from '@matricola/testing/event-stream.ts'
import {
  createLibraryContext,
  library,
  libraryEngines,
  openLibraryDatabase,
  startLibrarySessions,
} from '@matricola/testing/library/app.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { buildMultipart, multipartBoundary } from '@matricola/testing/uploads.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreBackup } from '../../../backup/restore.ts'
import { backupToFile } from '../../../backup/write.ts'
import { createDiskFileStore } from '../../../ports/disk-file-store.ts'

describe.each(libraryEngines)(
  'a running application without a university on $engine',
  ({ open }) => {
    const folder = mkdtempSync(join(tmpdir(), 'library-backup-'))
    let site: SessionApp
    let librarian: TestBrowser
    let reader: TestBrowser
    let branch: WireRecord
    beforeAll(async () => {
      site = await startLibrarySessions({}, open)
      await site.createAccount('admin', { username: 'ana' })
      await site.createAccount('reader', { username: 'radu' })
      librarian = site.browser()
      reader = site.browser()
      await librarian.signIn('ana')
      await reader.signIn('radu')
      branch = (
        await librarian.call<WireRecord>('POST', '/api/branches/create', { name: 'Centru' })
      ).data
    })
    afterAll(async () => {
      await site.close()
      removeFolder(folder)
    })

    test('sends changes to users who may read the record', async () => {
      const stream = await openEventStream(site.app, reader)
      const book = (
        await librarian.call<WireRecord>('POST', '/api/books/create', {
          title: 'Ion',
          isbn: '9780000000001',
        })
      ).data
      expect(
        await stream.next((event) => event.type === 'change' && event.id === book.id),
      ).toMatchObject({ resource: 'books', version: 1 })
      stream.close()
    })

    test('stores a file of a record and serves it to users who may read the record', async () => {
      const payload = buildMultipart({
        field: 'file',
        name: 'plan.pdf',
        type: 'application/pdf',
        bytes: buildPdf(),
      })
      const headers = { 'content-type': `multipart/form-data; boundary=${multipartBoundary}` }
      const uploaded = await librarian.call<{ id: string }>('POST', '/api/files', undefined, {
        payload,
        headers,
      })
      expect(uploaded.status).toBe(201)
      const changed = await librarian.call('PATCH', '/api/branches/update', {
        id: branch.id,
        plan: uploaded.data.id,
      })
      expect(changed.status).toBe(200)
      expect((await reader.call('GET', `/api/files/${uploaded.data.id}`)).status).toBe(200)
      expect((await site.browser().call('GET', `/api/files/${uploaded.data.id}`)).status).toBe(401)
    })

    test('is restored from a backup, with its records', async () => {
      const archive = join(folder, 'library.tar.gz')
      await backupToFile(site.context, archive)
      const database = await openLibraryDatabase()
      const plain = createLibraryContext(database, {
        files: createDiskFileStore(join(folder, 'files')),
        keys: site.context.keys,
      })
      const target = { ...plain, config: { ...plain.config, dataDir: join(folder, 'restored') } }
      await restoreBackup(archive, target, { force: false, erasures: library.packs.erasures })
      expect(await database.query('SELECT branches.name FROM branches')).toEqual([
        { name: 'Centru' },
      ])
      await database.close()
    })
  },
)
