import type { WireSubmitted } from '#resources/admission/wire.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { type DraftValues, readSessionItem, writeSessionItem } from '../application-draft.ts'

/** Content of the confirmation. It lives in memory only, so the access code is never stored. */
export interface SubmittedApplication extends WireSubmitted {
  readonly values: DraftValues
  readonly publicConfig: WireIntake
}

let sent: SubmittedApplication | null = null

export const setLastSubmitted = (next: SubmittedApplication | null) => {
  sent = next
}
export const lastSubmitted = () => sent

/** Data that is kept after submission. The access code is not included. */
export type Receipt = Pick<WireSubmitted, 'reference' | 'submittedAt' | 'fee'>

const receiptKey = 'matricola.receipt'

/** The receipt survives a reload, but not closing the tab. */
export const readReceipt = () => readSessionItem<Receipt>(receiptKey)
export const writeReceipt = (receipt: Receipt) => writeSessionItem(receiptKey, receipt)
