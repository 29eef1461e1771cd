/**
 * Page tests of the review: an admission office, applications sent to it, and a reviewer with the
 * first application open.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordRequests, requestBodies } from '@matricola/testing/pages/network.ts'
import { screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { standardDocuments } from '#resources/admission/fixed-items.ts'
import type { RegistrationStatus } from '#resources/admission/wire.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { type DocumentName, documentField } from '#resources/application-documents.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { clearReviewDrafts } from '#src/screens/review/review-drafts.ts'
import type { AdmissionApp } from '#tests/support/admission-app.ts'
import { openConsole } from '../support/console-app.tsx'
import { jpegFile } from '../support/documents.ts'
import { serverSide, unmountPages } from '../support/server.ts'

/**
 * An application to store: the applicant's name, its state, its documents, and values that override
 * the defaults.
 */
export interface ApplicationPlan {
  readonly name: string
  readonly status: RegistrationStatus
  readonly documents: readonly DocumentName[]
  readonly values: object
}
type ApplicationPlanOptions = Partial<Pick<ApplicationPlan, 'status' | 'documents'>> & {
  readonly [field: string]: unknown
}
export const planApplication = (
  name: string,
  { status = 'under_review', documents = [], ...values }: ApplicationPlanOptions = {},
): ApplicationPlan => ({
  ...{ name, status, documents },
  values,
})

/**
 * Sets up the admission office of a test file. Ana reviews, and Ben is her colleague. The clocks of
 * the server and the page are fixed.
 */
export function setUpAdmissionApp(): { readonly office: AdmissionApp } {
  const folder = mkdtempSync(join(tmpdir(), 'matricola-review-'))
  let office: AdmissionApp
  beforeAll(async () => {
    const { createDiskFileStore, startAdmissionApp } = await serverSide()
    office = await startAdmissionApp(undefined, { files: createDiskFileStore(folder) })
  })
  beforeEach(async () => {
    clearReviewDrafts()
    fakeImages()
    // Only applications that the test adds are waiting, and all of them are new.
    office.wait(24 * 60 * 60_000)
    await office.context.database.query(
      "update registrations set status = 'declined', decided_at = now(), notify_at = null",
    )
    vi.setSystemTime(office.now())
  })
  afterEach(async () => {
    await unmountPages()
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

/** Stores applications. The first in the list is the newest. */
export async function seedReviewApplications(
  office: AdmissionApp,
  planned: readonly ApplicationPlan[],
): Promise<WireRegistration[]> {
  const { stageNewFile } = await serverSide()
  const bytes = Buffer.from(await jpegFile('page.jpg').arrayBuffer())
  const seeded: WireRegistration[] = []
  for (const [index, { name, status, documents, values }] of planned.entries()) {
    const [lastName = '', firstName = ''] = name.split(' ')
    const sent = await Promise.all(
      documents.map(async (document) => {
        const picture = {
          bytes,
          original: bytes,
          kind: 'jpeg',
          name: `${document}.jpg`,
          ownerId: null,
        } as const
        return [documentField(document), await stageNewFile(office.context, picture)] as const
      }),
    )
    const { id } = await office.addApplication(status, {
      ...{
        lastName,
        firstName,
        language: 'ro',
        address: 'Str. Observatorului 12',
        postalCode: '400363',
        city: 'Cluj-Napoca',
      },
      submittedAt: new Date(office.now().getTime() - (index + 1) * 3_600_000).toISOString(),
      ...(status === 'under_review' && {
        assignedToId: office.ana.id,
        assignedAt: office.now().toISOString(),
      }),
      ...Object.fromEntries(sent),
      ...values,
    })
    const missing = standardDocuments
      .filter((document) => !documents.includes(document))
      .map(columnOf)
    if (missing.length > 0)
      await office.context.database.query(
        `update registrations set ${missing.map((column) => `${column} = null`).join(', ')} where id = $1`,
        [id],
      )
    seeded.push(await office.getApplication(id))
  }
  return seeded
}
const columnOf = (document: DocumentName) =>
  ({ fileIdCard: 'file_id_card_url', fileDiploma: 'file_diploma_url', fileCV: 'file_cv_url' })[
    document as 'fileCV'
  ]

/** Stores the applications and opens the first in the given view. */
export async function openReview(
  office: AdmissionApp,
  planned: readonly ApplicationPlan[],
  { view = '?view=waiting' } = {},
) {
  const files = await seedReviewApplications(office, planned)
  const [first] = files
  if (!first) throw new Error('no application to review')
  return { files, ...(await openApplicationReview(office, first, view)) }
}

export async function openApplicationReview(
  office: AdmissionApp,
  { id, _title }: WireRegistration,
  view = '?view=waiting',
) {
  const steps = recordRequests(reviewCalls.statusUpdate)
  const user = await openConsole(`/secretary/registrations/${id}${view}`, {
    api: office,
    caller: office.ana,
  })
  await screen.findByRole('heading', { level: 1, name: _title })
  return {
    user,
    /** Bodies of the transition requests so far. */
    transitionBodies: () => requestBodies(steps.requests),
  }
}

/** Fakes images and canvases, which jsdom cannot draw. */
export function fakeImages() {
  const canvasContext = { translate: vi.fn(), rotate: vi.fn(), drawImage: vi.fn() }
  // Only these three methods are used.
  HTMLCanvasElement.prototype.getContext = vi.fn(() => canvasContext) as never
  globalThis.createImageBitmap = vi.fn(async () => ({
    width: 800,
    height: 500,
    close: () => {},
  })) as never // An image of this size.
  return canvasContext
}
