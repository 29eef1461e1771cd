/** The review of registrations in page tests: three files in a view, and a server that takes steps. */
import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import type { RegistrationStatus, WireRegistration } from '#model/admission/wire.ts'
import { endpointsOf } from '#model/endpoints.ts'
import type { Role } from '#model/vocabulary.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { resourceNamed } from '#resources/index.ts'
import { clearDrafts } from '#src/screens/review/drafts.ts'
import { idOf, openConsole, pageOfRecords, wireRecord } from '../support/console.tsx'
import { bodiesOf, on, someone, success } from '../support/network.ts'

export const calls = endpointsOf(resourceNamed('registrations'))
export const me = someone().id
export const told = '2026-11-21T12:07:00.000Z'

const possible: { readonly [S in RegistrationStatus]: readonly string[] } = {
  submitted: ['startReview', 'decline', 'requestUpdate'],
  under_review: ['release', 'accept', 'decline', 'requestUpdate'],
  update_requested: ['decline', 'cancelRequest', 'answerForApplicant'],
  in_progress: ['startReview', 'accept', 'decline', 'requestUpdate'],
  accepted: [],
  declined: [],
}

/** A registration as the office reads it. */
export function registration(
  number: number,
  name: string,
  parts: Partial<WireRegistration> & { readonly [field: string]: unknown } = {},
): WireRegistration {
  const status = (parts.status ?? 'under_review') as RegistrationStatus // tests give no other
  const [lastName = '', firstName = ''] = name.split(' ')
  const record = wireRecord(number, name, {
    lastName,
    firstName,
    referenceCode: `ID7204991${number}`,
    identityType: 'cnp',
    cnp: '••••••••••912',
    serialNumber: '•••••482',
    birthDate: '2007-03-15',
    sex: 'M',
    country: 'RO',
    city: 'Cluj-Napoca',
    address: 'Str. Observatorului 12',
    postalCode: '400363',
    phone: '0740123456',
    personalEmail: 'dan@example.ro',
    language: 'ro',
    status,
    submittedAt: '2026-11-02T08:30:00.000Z',
    ...(status === 'under_review' && { assignedToId: me, assignedAt: '2026-11-21T08:30:00.000Z' }),
  })
  return {
    ...record,
    _can: ['update', 'history', ...possible[status]],
    timeline: [],
    documents: [],
    checks: [],
    choices: [],
    asked: [],
    isRanked: false,
    hold: null,
    cycle: 'bachelor',
    ...parts,
  }
}

/** The answer to a step: the next version, in the state that was asked for, held back. */
export const after = (record: WireRegistration, status: RegistrationStatus): WireRegistration => ({
  ...registration(1, record._title, { status, hold: { tellAt: told, isManual: false, canUndo: true, toldStatus: 'under_review' } }),
  id: record.id,
  version: record.version + 1,
})

/** Opens the first of the files with their view; steps are taken as the server would. */
export async function openReview(files: readonly WireRegistration[], { role = 'secretary' }: { role?: Role } = {}) {
  clearDrafts()
  const store = new Map(files.map((file) => [file.id, file]))
  on(calls.list, (request) => success(pageOfRecords(request, files)))
  // Ids begin so; words such as `list` are other calls.
  const read = on({ method: 'GET', path: '/api/registrations/0199*' }, (request) =>
    success(store.get(new URL(request.url).pathname.split('/').at(-1) ?? '')),
  )
  const steps = on(reviewCalls.statusUpdate, async (request) => {
    const { id, status } = (await request.json()) as { id: string; status: RegistrationStatus }
    const seen = store.get(id)
    if (!seen) throw new Error('no such file')
    const next = after(seen, status)
    store.set(id, next)
    return success(next, 'Updated registration status successfully..')
  })
  const { hands } = await openConsole(`/${role}/registrations/${idOf(1)}?view=waiting`, { role })
  await screen.findByRole('heading', { level: 1, name: files[0]?._title ?? '' })
  return {
    hands,
    store,
    read,
    /** The bodies of the steps taken so far. */
    taken: () => bodiesOf(steps.seen),
  }
}

/** jsdom draws nothing: pictures have a size, canvases take every stroke. */
export function drawNothing() {
  const pen = { translate: vi.fn(), rotate: vi.fn(), drawImage: vi.fn() }
  HTMLCanvasElement.prototype.getContext = vi.fn(() => pen) as never // only these three strokes are used
  globalThis.createImageBitmap = vi.fn(async () => ({ width: 800, height: 500, close: () => {} })) as never // a picture of that size
  return pen
}
