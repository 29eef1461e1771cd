/**
 * The application form in jsdom: an open admission session of the real application, an anonymous visitor, and the answers of one
 * applicant.
 */
import 'fake-indexeddb/auto'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { clear } from 'idb-keyval'
import { beforeAll, beforeEach, expect } from 'vitest'
import { admissionEndpoints } from '#model/admission/endpoints.ts'
import type { WireIntake } from '#model/admission/wire.ts'
import type { Language } from '#model/vocabulary.ts'
import type { ResourceName } from '#resources/index.ts'
import { forgetFiles } from '#src/public/apply/files.ts'
// Loaded before the first test needs it, because this is slow on a busy machine.
import '#src/public/apply/form-bundle.ts'
import { rememberSent } from '#src/public/apply/sending/sent.ts'
import { forgetIntake } from '#src/public/university.ts'
import { jpeg } from './documents.ts'
import { idOf } from './ids.ts'
import { on } from './network.ts'
import { openPublicPage } from './public-page.tsx'
import { sendFilesWhole } from './sent-files.ts'
import { beginAnew, serverSide, sessionsHere } from './server.ts'

/** The server's fixed time. */
let now = ''
/** The application that receives the form. */
export const site = sessionsHere({ clock: { now: () => new Date(now) } })

beforeAll(sendFilesWhole)
beginAnew(
  () => site.api.database,
  async () => {
    now = '2026-09-07T11:00:00.000Z'
    await plantAs(idOf(1), 'departments', { name: 'Informatică' })
    await plantAs(idOf(2), 'departments', { name: 'Matematică' })
    const programme = { yearsOfStudy: 3, totalCredits: 180, language: 'ro', departmentProfileId: idOf(1) }
    await plantAs(idOf(11), 'specializations', { ...programme, code: 'INFRO', name: 'Informatică aplicată' })
    const master = { cycle: 'master', language: 'en', yearsOfStudy: 2, totalCredits: 120 }
    await plantAs(idOf(12), 'specializations', { ...programme, ...master, code: 'SISTD-M', name: 'Sisteme distribuite' })
    const ofMathematics = { ...programme, departmentProfileId: idOf(2) }
    await plantAs(idOf(21), 'specializations', { ...ofMathematics, language: 'fr', code: 'ALG', name: 'Algebră' })
    await admissionIs({
      ...{ name: 'Admission 2026', opensAt: '2026-07-01T06:00:00.000Z', closesAt: '2099-09-30T13:00:00.000Z' },
      settings: { registrationOpen: true, admissionEmail: 'admitere@univ.test', admissionPhone: '+40264001000' },
    })
  },
)
beforeEach(async () => {
  forgetIntake()
  forgetFiles()
  rememberSent(null)
  await clear()
})

/** Creates a record as staff would, with an id that tests know in advance. */
export async function plantAs(id: string, resource: ResourceName, values: object): Promise<void> {
  const { plant, tableNameOf } = await serverSide()
  const made = await plant(site.api, resource, values)
  await site.api.database.query(`update ${tableNameOf({ name: resource })} set id = $2 where id = $1`, [made.id, id])
}

interface Admission {
  /** The server's time from now on. */
  readonly now?: string
  readonly name?: string
  readonly opensAt?: string | null
  readonly closesAt?: string | null
  readonly settings?: object
}

/** Changes the current admission session, the settings or the time. */
export async function admissionIs({ now: from = now, settings = {}, ...session }: Admission): Promise<void> {
  now = from
  const { change, setSettings } = await serverSide()
  if (Object.keys(session).length > 0) await change(site.api, 'admission-sessions', { id: await currentSession(), ...session })
  if (Object.keys(settings).length > 0) await setSettings(site.api, settings)
}

async function currentSession(): Promise<string> {
  const [settings] = await site.api.database.query<{ id: string }>('select admission_session_id as id from settings')
  if (!settings) throw new Error('the settings are missing')
  return settings.id
}

/** The server's answer about open admission sessions. */
export const readIntake = async (): Promise<WireIntake> =>
  (await site.api.browser().call<WireIntake>('GET', admissionEndpoints.publicConfig.path)).data

/** Gives the places of all programmes except one by merit. `asks` lists what geometry requires in addition to the usual answers. */
export async function giveByMerit({ asks }: { readonly asks?: readonly string[] } = {}): Promise<void> {
  const { plant } = await serverSide()
  const geometry = { departmentProfileId: idOf(2), code: 'GEO', name: 'Geometrie', language: 'fr', yearsOfStudy: 3, totalCredits: 180 }
  await plantAs(idOf(22), 'specializations', geometry)
  await plantAs(idOf(91), 'place-kinds', { name: 'Mediul rural', funding: 'budget' })
  const merit = {
    ...{ admissionSessionId: await currentSession(), placesBudget: 20, placesFee: 10 },
    ...{ formula: '0.8 * examGrade + 0.2 * baccalaureateAverage', firstTie: 'romanianGrade' },
  }
  await plant(site.api, 'admission-programmes', { ...merit, specializationId: idOf(11) })
  const ofAlgebra = { specializationId: idOf(21), formula: 'baccalaureateAverage', firstTie: null }
  const { id: admissionProgrammeId } = await plant(site.api, 'admission-programmes', { ...merit, ...ofAlgebra })
  await plant(site.api, 'special-places', { admissionProgrammeId, placeKindId: idOf(91), places: 2 })
  await plant(site.api, 'admission-programmes', { ...merit, specializationId: idOf(22), placesBudget: 0, ...(asks && { asks }) })
}

/** Opens the form and starts an application. */
export async function begin(language: Language = 'en') {
  const { hands } = await openPublicPage('/registration/create', language)
  await hands.click(await screen.findByRole('button', { name: /Start application|Începeți|Commencer|beginnen/ }))
  // The code of the form is loaded with the first step.
  await screen.findByLabelText(/\(CNP\)/)
  return hands
}

export const go = async (hands: UserEvent, heading: string) => {
  await hands.click(screen.getByRole('button', { name: 'Continue' }))
  return screen.findByRole('heading', { level: 1, name: heading })
}

/** Pastes a text into a field. The fields' own tests type key by key, which rerenders the page for every key. */
async function enter(hands: UserEvent, label: string, text: string) {
  await hands.click(screen.getByLabelText(label))
  await hands.paste(text)
}

/** A valid CNP that belongs to nobody, of a woman born on 30 September 2006. */
export const soundCnp = '6060930529927'

export async function typeIdentity(hands: UserEvent) {
  await enter(hands, 'Personal numeric code (CNP)', soundCnp)
  await screen.findByText(/born 30 September 2006/)
  await enter(hands, 'Last name', 'Țîrlea')
  await enter(hands, 'First name', 'Ștefania')
  await enter(hands, 'Identity document series and number', 'cj 482913')
}

export async function fillIdentity(hands: UserEvent) {
  await typeIdentity(hands)
  await go(hands, 'How we reach you')
}

export async function fillContact(hands: UserEvent, email = 'stefania@example.ro') {
  await enter(hands, 'Personal email', email)
  await enter(hands, 'Phone number', '0740 123 456')
  await enter(hands, 'City', 'Cluj-Napoca')
  await enter(hands, 'Address', 'Str. Observatorului 12')
  await enter(hands, 'Postal code', '400 000')
  await go(hands, 'What you want to study')
}

export async function fillProgramme(hands: UserEvent) {
  await hands.click(screen.getByRole('radio', { name: /^Informatică 1 bachelor/ }))
  await hands.click(screen.getByRole('radio', { name: /^Informatică aplicată/ }))
  await go(hands, 'Your three documents')
}

/** The server accepts no document until `arrival` resolves. */
export async function fillDocuments(hands: UserEvent, arrival: Promise<void> = Promise.resolve()) {
  on(admissionEndpoints.sendFile, () => arrival.then(() => undefined))
  for (const label of ['Identity card', 'High school diploma', 'CV']) {
    await hands.upload(screen.getByLabelText(label, { selector: 'input' }), jpeg(`${label}.jpg`))
  }
  await go(hands, 'Check your answers, then send your application')
}

/** Waits until the server has the three documents, which are uploaded while the form is filled in. */
export const documentsCame = () => waitFor(async () => expect(await site.api.database.query('select from file')).toHaveLength(3))

/** Fills in every step up to the last page and ticks the declaration. */
export async function fillEverything(hands: UserEvent) {
  await fillIdentity(hands)
  await fillContact(hands)
  await fillProgramme(hands)
  await fillDocuments(hands)
  await hands.click(screen.getByRole('checkbox', { name: /^The information is true/ }))
}
