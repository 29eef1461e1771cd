import type { WireSentFile } from '#model/calls/files.ts'

/** Why a file was not taken; `refused` and `unusable` bring the server's own words. */
export type DocumentFault = 'empty' | 'tooLarge' | 'wrongKind' | 'locked' | 'unreadable' | 'unusable' | 'refused'

/** File that was chosen, in the form in which it is sent. */
export interface ChosenFile {
  readonly blob: Blob
  readonly name: string
  /** Length before a photo was made smaller; the blob's own where it was not. */
  readonly originalBytes: number
  /** Document that it was chosen as: another programme may ask for another. Absent where nobody said so here. */
  readonly chosenAs?: string
}

/** Why a file is not being sent: others come first, there is no connection, or the server cannot take it now. */
export type WaitReason = 'turn' | 'offline' | 'busy'

/** Progress of a document: each state has its own words. */
export type DocumentState =
  | { readonly step: 'empty' }
  | { readonly step: 'checking' | 'shrinking'; readonly file: ChosenFile }
  | { readonly step: 'waiting'; readonly file: ChosenFile; readonly reason: WaitReason }
  | { readonly step: 'sending'; readonly file: ChosenFile; readonly share: number }
  | { readonly step: 'done'; readonly file: ChosenFile; readonly sent: WireSentFile }
  | {
      readonly step: 'failed'
      readonly file: ChosenFile
      readonly fault: DocumentFault
      /** The server's words, in the language of the call. */
      readonly message: string | null
      /** The file is kept and can be sent again as it is. */
      readonly canRetry: boolean
    }

export const noDocument: DocumentState = { step: 'empty' }

/** The file of a state that can be looked at: none was chosen, or it is none that anybody could show. */
export const fileOf = (state: DocumentState): ChosenFile | null => (state.step === 'empty' ? null : state.file)

/** Tells whether its content is on this device: of a file that was sent from another one only its name is. */
export const isOnDevice = ({ blob }: ChosenFile) => blob.size > 0

/** Length of a file in bytes: as the server stores it once it is there, as it is sent until then. */
export const bytesOf = (state: DocumentState, file: ChosenFile) => (state.step === 'done' ? state.sent.bytes : file.blob.size)

export const isUnderWay = ({ step }: DocumentState) =>
  step === 'checking' || step === 'shrinking' || step === 'waiting' || step === 'sending'
