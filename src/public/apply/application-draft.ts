/**
 * The application draft on this device: in IndexedDB or, on a shared computer, in the tab's session
 * storage, which closing the tab clears. Documents are stored separately, each under its own key,
 * because they are large and rarely change.
 */

import { createIdempotencyKey } from '@matricola/providers/idempotency-key.ts'
import { del, delMany, get, keys, set } from 'idb-keyval'
import type { DocumentName } from '#resources/application-documents.ts'
import type { draftAnswerNames } from '#resources/application-form.ts'
import type { ApplicationStep } from './steps/steps.ts'

/** Every answer as typed. The birth date has three parts. */
export const emptyAnswers = {
  identityType: 'cnp',
  cnp: '',
  foreignIdNumber: '',
  lastName: '',
  firstName: '',
  birthDay: '',
  birthMonth: '',
  birthYear: '',
  sex: '',
  serialNumber: '',
  citizenship: 'RO',
  personalEmail: '',
  phone: '',
  country: 'RO',
  city: '',
  address: '',
  postalCode: '',
  departmentProfileId: '',
  specializationId: '',
  /**
   * For merit-based programmes: the preferred type of place in the main one, and the other choices
   * in the format of `choices.ts`.
   */
  fundingPreference: '',
  choices: '',
  placeKindId: '',
  /** Grades by name, as JSON. */
  grades: '',
  /** Answers to programmes' questions by name, as JSON. */
  answers: '',
} satisfies { readonly [A in (typeof draftAnswerNames)[number]]: string }
export type DraftValues = Readonly<typeof emptyAnswers>
export type DraftFieldName = keyof DraftValues

export interface ApplicationDraft {
  /** Idempotency key of the application. An application that is submitted twice is stored once. */
  readonly key: string
  readonly savedAt: string
  /** The last step that the applicant opened. */
  readonly step: ApplicationStep
  readonly values: DraftValues
  /** Fields that were filled in from the CNP and have not been edited since. */
  readonly filled: readonly ('birthDate' | 'sex')[]
  readonly isShared: boolean
  /** The email address that the applicant has said is right, although its domain looks mistyped. */
  readonly checkedEmail?: string
  /** The copy on the server, for continuing on another device. Absent or null if there is none. */
  readonly later?: ServerDraft | null
  /**
   * Set if the application was submitted from another device, or if the response was lost. It
   * cannot be submitted again.
   */
  readonly sent?: SubmittedElsewhere
}

/**
 * Known facts about an application that was submitted elsewhere. Empty without the draft's access
 * code.
 */
export type SubmittedElsewhere = { readonly reference: string; readonly sentAt: string } | 'unknown'

/** The draft on the server, as this device last saw it. */
export interface ServerDraft {
  readonly id: string
  readonly accessCode: string
  readonly version: number
  readonly savedAt: string
  readonly expiresAt: string
  /** Whether the server had no room for a document. */
  readonly isFull: boolean
  /**
   * The state at the last time this device saved the draft on the server or opened it there. The
   * base of a three-way merge.
   */
  readonly base: DraftContent
}

/** The part of a draft that several devices may change. */
export interface DraftContent {
  readonly values: DraftValues
  readonly filled: ApplicationDraft['filled']
  /** Ids of the documents that the server has. */
  readonly documents: { readonly [D in DocumentName]?: string }
}

/** Drafts are deleted after this many days. */
const draftLifetimeDays = 30
export const localDraftExpiresAt = (draft: ApplicationDraft) =>
  new Date(Date.parse(draft.savedAt) + draftLifetimeDays * 86_400_000)

export const draftKey = 'matricola.application'
/**
 * Answers typed just before the page was closed. They go to session storage because IndexedDB would
 * not finish in time.
 */
const unsavedKey = `${draftKey}.unsaved`
export const documentKey = (name: DocumentName) => `${draftKey}.${name}`

/** Creates a draft with the answers that are already known. */
export const createApplicationDraft = (
  initialValues: Partial<DraftValues> = {},
): ApplicationDraft => ({
  key: createIdempotencyKey(),
  savedAt: new Date().toISOString(),
  step: 'identity',
  values: { ...emptyAnswers, ...initialValues },
  filled: [],
  isShared: false,
})

/** A placeholder until the device's draft has been read, and when rendering on the server. */
export const placeholderDraft: ApplicationDraft = {
  key: '',
  savedAt: '',
  step: 'identity',
  values: emptyAnswers,
  filled: [],
  isShared: false,
}

/**
 * Reads the draft of this device. Null if there is none or it has expired. If storage is blocked,
 * it counts as empty.
 */
export async function readLocalDraft(): Promise<ApplicationDraft | null> {
  const stored =
    readSessionItem<ApplicationDraft>(draftKey) ??
    (await nullOnError(() => get<ApplicationDraft>(draftKey)))
  const unsaved = readSessionItem<ApplicationDraft>(unsavedKey)
  const isNewer =
    unsaved !== null && unsaved.key === stored?.key && unsaved.savedAt > stored.savedAt
  const found = isNewer ? unsaved : stored
  if (isNewer) await writeLocalDraft(unsaved)
  removeSessionItem(unsavedKey)
  if (!found) return null
  if (localDraftExpiresAt(found).getTime() > Date.now())
    return { ...found, values: { ...emptyAnswers, ...found.values } }
  await deleteLocalDraft()
  return null
}

/** Stores the draft. Returns false if the browser refuses to store it. */
export async function writeLocalDraft(draft: ApplicationDraft): Promise<boolean> {
  if (draft.isShared) return writeSessionItem(draftKey, draft)
  return succeeds(() => set(draftKey, draft))
}

/** Stores the draft in the tab synchronously, for the next page load. */
export const writeUnsavedDraft = (draft: ApplicationDraft) =>
  writeSessionItem(unsavedKey, { ...draft, savedAt: new Date().toISOString() })

export async function deleteLocalDocument(name: DocumentName): Promise<void> {
  removeSessionItem(documentKey(name))
  await nullOnError(() => del(documentKey(name)))
}

/** Removes all data of the draft from this device. */
export async function deleteLocalDraft(): Promise<void> {
  for (const key of sessionKeys()) if (isDraftKey(key)) removeSessionItem(key)
  await nullOnError(async () => delMany((await keys()).filter(isDraftKey)))
}

/**
 * The draft and its documents. Document names are not checked, because an earlier choice of
 * programme may have required other documents.
 */
const isDraftKey = (key: IDBValidKey) => key === draftKey || String(key).startsWith(`${draftKey}.`)

/** Only the form's modules write these keys, so the stored value has the expected type. */
export function readSessionItem<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function writeSessionItem(key: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

function sessionKeys(): readonly string[] {
  try {
    return Object.keys(sessionStorage)
  } catch {
    return []
  }
}

function removeSessionItem(key: string) {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage that is blocked counts as empty.
  }
}

// A browser that blocks storage may throw synchronously.
export async function nullOnError<T>(work: () => Promise<T | undefined>): Promise<T | null> {
  try {
    return (await work()) ?? null
  } catch {
    return null
  }
}

export async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch {
    return false
  }
}
