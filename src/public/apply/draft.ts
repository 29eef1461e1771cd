/**
 * The unsent application on this device: in IndexedDB, or, on a shared computer, in the tab's session storage, which
 * closing the tab empties. Documents are kept beside it, each under its own key: they are large and change seldom.
 */
import { del, delMany, get, keys, set } from 'idb-keyval'
import { newKey } from '#providers/call-key.ts'
import type { DocumentName } from '#resources/application-documents.ts'
import type { draftAnswers } from '#resources/application-form.ts'
import type { Step } from './steps/steps.ts'

/** Every answer as it was typed; the birth date in its three parts. */
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
  /** Of an admission by merit: the kind of place in that programme, and further choices as `choices.ts` writes them. */
  fundingPreference: '',
  choices: '',
  placeKindId: '',
  /** Grades by name, as JSON. */
  grades: '',
  /** Answers to the questions of programmes by name, as JSON. */
  answers: '',
} satisfies { readonly [A in (typeof draftAnswers)[number]]: string }
export type Values = Readonly<typeof noAnswers>
export type ValueName = keyof Values

export interface Draft {
  /** Names this application in every try to send it: sent twice, it is stored once. */
  readonly key: string
  readonly savedAt: string
  /** Where the person was last. */
  readonly step: Step
  readonly values: Values
  /** Fields that the CNP filled in, and nobody has changed since. */
  readonly filled: readonly ('birthDate' | 'sex')[]
  readonly isShared: boolean
  /** Where it is kept on the server, so that it can be continued on another device; absent or null: nowhere. */
  readonly later?: Later | null
  /** That it was sent, from another device or without an answer: it is sent no second time. */
  readonly sent?: SentElsewhere
}

/** Facts known of an application that was sent elsewhere: nothing but that, without the code of its draft. */
export type SentElsewhere = { readonly reference: string; readonly sentAt: string } | 'unknown'

/** Facts that a device knows of its draft on the server. */
export interface Later {
  readonly id: string
  readonly accessCode: string
  readonly version: number
  readonly savedAt: string
  readonly keptUntil: string
  /** True when the server had no room for a document. */
  readonly isFull: boolean
  /** State that both had in common when this device last saved it there, or opened it. */
  readonly base: Kept
}

/** The part of a draft that more than one device may change. */
export interface Kept {
  readonly values: Values
  readonly filled: Draft['filled']
  /** Ids of the documents that the server has. */
  readonly documents: { readonly [D in DocumentName]?: string }
}

/** Drafts are forgotten after so many days. */
const keptDays = 30
export const keptUntil = (draft: Draft) => new Date(Date.parse(draft.savedAt) + keptDays * 86_400_000)

export const draftKey = 'matricola.application'
/** Answers typed in the last moment before the page went away: storage of the device answers too late for that. */
const unsavedKey = `${draftKey}.unsaved`
export const documentKey = (name: DocumentName) => `${draftKey}.${name}`

/** An application that is begun, with the answers that are known already. */
export const newDraft = (known: Partial<Values> = {}): Draft => ({
  key: newKey(),
  savedAt: new Date().toISOString(),
  step: 'identity',
  values: { ...noAnswers, ...known },
  filled: [],
  isShared: false,
})

/** Stands for the draft of a device that is not read yet, as where the server paints. */
export const unreadDraft: Draft = { key: '', savedAt: '', step: 'identity', values: noAnswers, filled: [], isShared: false }

/** The draft of this device, null where there is none or it is too old. Storage that is refused counts as empty. */
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

/** Keeps the draft; false where the device refuses. */
export async function writeDraft(draft: Draft): Promise<boolean> {
  if (draft.isShared) return writeTab(draftKey, draft)
  return succeeds(() => set(draftKey, draft))
}

/** Keeps the draft in the tab at once, for the page that is loaded next. */
export const writeUnsaved = (draft: Draft) => writeTab(unsavedKey, { ...draft, savedAt: new Date().toISOString() })

export async function forgetDocument(name: DocumentName): Promise<void> {
  removeTab(documentKey(name))
  await orNull(() => del(documentKey(name)))
}

/** Removes every trace of the draft from this device. */
export async function forgetDraft(): Promise<void> {
  for (const key of keysInTab()) if (isOfDraft(key)) removeTab(key)
  await orNull(async () => delMany((await keys()).filter(isOfDraft)))
}

/** The draft and its documents, of whatever names: a programme of before may have asked for others. */
const isOfDraft = (key: IDBValidKey) => key === draftKey || String(key).startsWith(`${draftKey}.`)

/** Only the modules of the form write these keys, so what is there has the shape that was written. */
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
    // Refused storage holds nothing.
  }
}

// A browser that keeps nothing may refuse by throwing at once.
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
