/** Page tests of the review: an admission office, applications sent to it, and a reviewer with the first application open. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { RegistrationStatus, WireRegistration } from '#model/admission/wire.ts'
import { type DocumentName, documentField, usualDocuments } from '#resources/application-documents.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { clearDrafts } from '#src/screens/review/drafts.ts'
import type { Office } from '#tests/support/office.ts'
import { openConsole } from '../support/application.tsx'
import { jpeg } from '../support/documents.ts'
import { bodiesOf, watch } from '../support/network.ts'
import { leavePages, serverSide } from '../support/server.ts'

/** An application to store: the applicant's name, its state, its documents, and values that override the defaults. */
export interface Planned {
  readonly name: string
  readonly status: RegistrationStatus
  readonly documents: readonly DocumentName[]
  readonly values: object
}
type Wanted = Partial<Pick<Planned, 'status' | 'documents'>> & { readonly [field: string]: unknown }
export const file = (name: string, { status = 'under_review', documents = [], ...values }: Wanted = {}): Planned => ({
  ...{ name, status, documents },
  values,
})

/** The admission office of a test file. Ana reviews, and Ben is her colleague. The clocks of server and page are fixed. */
export function officeHere(): { readonly office: Office } {
  const folder = mkdtempSync(join(tmpdir(), 'matricola-review-'))
  let office: Office
  beforeAll(async () => {
    const { diskFiles, openOffice } = await serverSide()
    office = await openOffice(undefined, { files: diskFiles(folder) })
  })
  beforeEach(async () => {
    clearDrafts()
    drawNothing()
    // Only applications that the test adds are waiting, and all of them are new.
    office.wait(24 * 60 * 60_000)
    await office.context.database.query("update registrations set status = 'declined', decided_at = now(), notify_at = null")
    vi.setSystemTime(office.now())
  })
  afterEach(async () => {
    await leavePages()
    vi.useRealTimers()
  })
  afterAll(async () => {
    await office.close()
    rmSync(folder, { recursive: true })
  })
  return {
    get office() {
      return office
    },
  }
}

/** Stores applications, the newest first. */
export async function plantFiles(office: Office, planned: readonly Planned[]): Promise<WireRegistration[]> {
  const { stageFile } = await serverSide()
  const bytes = Buffer.from(await jpeg('page.jpg').arrayBuffer())
  const planted: WireRegistration[] = []
  for (const [index, { name, status, documents, values }] of planned.entries()) {
    const [lastName = '', firstName = ''] = name.split(' ')
    const sent = await Promise.all(
      documents.map(async (document) => {
        const picture = { bytes, original: bytes, kind: 'jpeg', name: `${document}.jpg`, ownerId: null } as const
        return [documentField(document), await stageFile(office.context, picture)] as const
      }),
    )
    const { id } = await office.plant(status, {
      ...{ lastName, firstName, language: 'ro', address: 'Str. Observatorului 12', postalCode: '400363', city: 'Cluj-Napoca' },
      submittedAt: new Date(office.now().getTime() - (index + 1) * 3_600_000).toISOString(),
      ...(status === 'under_review' && { assignedToId: office.ana.id, assignedAt: office.now().toISOString() }),
      ...Object.fromEntries(sent),
      ...values,
    })
    const missing = usualDocuments.filter((document) => !documents.includes(document)).map(columnOf)
    if (missing.length > 0)
      await office.context.database.query(
        `update registrations set ${missing.map((column) => `${column} = null`).join(', ')} where id = $1`,
        [id],
      )
    planted.push(await office.get(id))
  }
  return planted
}
const columnOf = (document: DocumentName) =>
  ({ fileIdCard: 'file_id_card_url', fileDiploma: 'file_diploma_url', fileCV: 'file_cv_url' })[document as 'fileCV']

/** Stores the applications and opens the first in the given view. */
export async function openReview(office: Office, planned: readonly Planned[], { view = '?view=waiting' } = {}) {
  const files = await plantFiles(office, planned)
  const [first] = files
  if (!first) throw new Error('there is no file to review')
  return { files, ...(await openFile(office, first, view)) }
}

export async function openFile(office: Office, { id, _title }: WireRegistration, view = '?view=waiting') {
  const steps = watch(reviewCalls.statusUpdate)
  const hands = await openConsole(`/secretary/registrations/${id}${view}`, { api: office, caller: office.ana })
  await screen.findByRole('heading', { level: 1, name: _title })
  return {
    hands,
    /** Bodies of the transition requests so far. */
    taken: () => bodiesOf(steps.seen),
  }
}

/** Fakes images and canvases, which jsdom cannot draw. */
export function drawNothing() {
  const pen = { translate: vi.fn(), rotate: vi.fn(), drawImage: vi.fn() }
  HTMLCanvasElement.prototype.getContext = vi.fn(() => pen) as never // Only these three methods are used.
  globalThis.createImageBitmap = vi.fn(async () => ({ width: 800, height: 500, close: () => {} })) as never // An image of this size.
  return pen
}
