import type { WireStagedFile } from '@matricola/schema/calls/files.ts'

/**
 * Reason why a file was not accepted. For `refused` and `unusable`, the server's message explains
 * it.
 */
export type UploadIssue =
  | 'empty'
  | 'tooLarge'
  | 'wrongKind'
  | 'locked'
  | 'unreadable'
  | 'unusable'
  | 'refused'

/** The chosen file as it will be uploaded. */
export interface ChosenFile {
  readonly blob: Blob
  readonly name: string
  /** Size before a photo was shrunk, else the size of the blob. */
  readonly originalBytes: number
  /**
   * The document that the file was chosen as. Another programme may require a different document.
   * Absent if unknown.
   */
  readonly chosenAs?: string
}

/** Reason why an upload waits: other uploads, a missing connection, or the server. */
export type WaitReason = 'turn' | 'offline' | 'busy'

/** Upload state of a document. Each state has its own text. */
export type DocumentState =
  | { readonly step: 'empty' }
  | { readonly step: 'checking' | 'shrinking'; readonly file: ChosenFile }
  | { readonly step: 'waiting'; readonly file: ChosenFile; readonly reason: WaitReason }
  | { readonly step: 'sending'; readonly file: ChosenFile; readonly fraction: number }
  | { readonly step: 'done'; readonly file: ChosenFile; readonly sent: WireStagedFile }
  | {
      readonly step: 'failed'
      readonly file: ChosenFile
      readonly issue: UploadIssue
      /** The server's message, in the language of the call. */
      readonly message: string | null
      /** Whether the file is still stored and can be uploaded again. */
      readonly canRetry: boolean
    }

export const emptyDocument: DocumentState = { step: 'empty' }

/** The file of a state, or null if none was chosen. */
export const findChosenFile = (state: DocumentState): ChosenFile | null =>
  state.step === 'empty' ? null : state.file

/**
 * Whether the content is on this device. If a file was uploaded from another device, only its name
 * is here.
 */
export const isOnDevice = ({ blob }: ChosenFile) => blob.size > 0

/** Size in bytes: as stored by the server once uploaded, before that as it will be uploaded. */
export const documentSize = (state: DocumentState, file: ChosenFile) =>
  state.step === 'done' ? state.sent.bytes : file.blob.size

export const isUploadInProgress = ({ step }: DocumentState) =>
  step === 'checking' || step === 'shrinking' || step === 'waiting' || step === 'sending'
