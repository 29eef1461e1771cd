/**
 * The application draft on this device: in IndexedDB or, on a shared computer, in the tab's session storage, which closing the
 * tab clears. Documents are stored separately, each under its own key, because they are large and rarely change.
 */
import { del, delMany, get, keys, set } from 'idb-keyval'
import { newKey } from '#providers/call-key.ts'
import type { DocumentName } from '#resources/application-documents.ts'
import type { draftAnswers } from '#resources/application-form.ts'
import type { Step } from './steps/steps.ts'

/** Every answer as typed. The birth date has three parts. */
export const noAnswers = {
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
  /** In a ranked admission: the preferred type of place in the main programme, and the other choices in the format of `choices.ts`. */
  fundingPreference: '',
  choices: '',
  placeKindId: '',
  /** Grades by name, as JSON. */
  grades: '',
  /** Answers to programmes' questions by name, as JSON. */
  answers: '',
} satisfies { readonly [A in (typeof draftAnswers)[number]]: string }
export type Values = Readonly<typeof noAnswers>
export type ValueName = keyof Values

export interface Draft {
  /** Idempotency key of the application. Submitting it twice stores it once. */
  readonly key: string
  readonly savedAt: string
  /** The step the applicant was on last. */
  readonly step: Step
  readonly values: Values
  /** Fields that were filled in from the CNP and have not been edited since. */
  readonly filled: readonly ('birthDate' | 'sex')[]
  readonly isShared: boolean
  /** The copy on the server, for continuing on another device. Absent or null if there is none. */
  readonly later?: Later | null
  /** Set if it was submitted from another device, or without receiving the answer. It cannot be submitted again. */
  readonly sent?: SentElsewhere
}

/** Known facts about an application that was submitted elsewhere. Without the draft's access code, only that it was submitted. */
export type SentElsewhere = { readonly reference: string; readonly sentAt: string } | 'unknown'

/** The draft on the server, as this device last saw it. */
export interface Later {
  readonly id: string
  readonly accessCode: string
  readonly version: number
  readonly savedAt: string
  readonly keptUntil: string
  /** Whether the server had no room for a document. */
  readonly isFull: boolean
  /** The state at the last time this device saved the draft on the server or opened it there. The base of a three-way merge. */
  readonly base: Kept
}

/** The part of a draft that several devices may change. */
export interface Kept {
  readonly values: Values
  readonly filled: Draft['filled']
  /** Ids of the documents that the server has. */
  readonly documents: { readonly [D in DocumentName]?: string }
}

/** Drafts are deleted after this many days. */
const keptDays = 30
export const keptUntil = (draft: Draft) => new Date(Date.parse(draft.savedAt) + keptDays * 86_400_000)

export const draftKey = 'matricola.application'
/** Answers typed just before the page was closed. They go to session storage because IndexedDB would not finish in time. */
const unsavedKey = `${draftKey}.unsaved`
export const documentKey = (name: DocumentName) => `${draftKey}.${name}`

/** Creates a draft with the answers that are already known. */
export const newDraft = (known: Partial<Values> = {}): Draft => ({
  key: newKey(),
  savedAt: new Date().toISOString(),
  step: 'identity',
  values: { ...noAnswers, ...known },
  filled: [],
  isShared: false,
})

/** A placeholder until the device's draft has been read, and when rendering on the server. */
export const unreadDraft: Draft = { key: '', savedAt: '', step: 'identity', values: noAnswers, filled: [], isShared: false }

/** Reads the draft of this device. Null if there is none or it has expired. If storage is blocked, it counts as empty. */
export async function readDraft(): Promise<Draft | null> {
  const stored = readTab<Draft>(draftKey) ?? (await orNull(() => get<Draft>(draftKey)))
  const unsaved = readTab<Draft>(unsavedKey)
  const isNewer = unsaved !== null && unsaved.key === stored?.key && unsaved.savedAt > stored.savedAt
  const found = isNewer ? unsaved : stored
  if (isNewer) await writeDraft(unsaved)
  removeTab(unsavedKey)
  if (!found) return null
  if (keptUntil(found).getTime() > Date.now()) return { ...found, values: { ...noAnswers, ...found.values } }
  await forgetDraft()
  return null
}

/** Stores the draft. Returns false if the device refuses. */
export async function writeDraft(draft: Draft): Promise<boolean> {
  if (draft.isShared) return writeTab(draftKey, draft)
  return succeeds(() => set(draftKey, draft))
}

/** Stores the draft in the tab synchronously, for the next page load. */
export const writeUnsaved = (draft: Draft) => writeTab(unsavedKey, { ...draft, savedAt: new Date().toISOString() })

export async function forgetDocument(name: DocumentName): Promise<void> {
  removeTab(documentKey(name))
  await orNull(() => del(documentKey(name)))
}

/** Removes all data of the draft from this device. */
export async function forgetDraft(): Promise<void> {
  for (const key of keysInTab()) if (isOfDraft(key)) removeTab(key)
  await orNull(async () => delMany((await keys()).filter(isOfDraft)))
}

/** The draft and its documents. Document names are not checked, because an earlier choice of programme may have asked for others. */
const isOfDraft = (key: IDBValidKey) => key === draftKey || String(key).startsWith(`${draftKey}.`)

/** Only the form's modules write these keys, so the stored value has the expected type. */
export function readTab<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function writeTab(key: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

function keysInTab(): readonly string[] {
  try {
    return Object.keys(sessionStorage)
  } catch {
    return []
  }
}

function removeTab(key: string) {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Blocked storage is empty.
  }
}

// A browser that blocks storage may throw synchronously.
export async function orNull<T>(work: () => Promise<T | undefined>): Promise<T | null> {
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
