import type { WireIntake, WireSubmitted } from '#model/admission/wire.ts'
import { readTab, type Values, writeTab } from '../draft.ts'

/** Content of the confirmation. It lives in memory only, so the access code is never stored. */
export interface Sent extends WireSubmitted {
  readonly values: Values
  readonly intake: WireIntake
}

let sent: Sent | null = null

export const rememberSent = (next: Sent | null) => {
  sent = next
}
export const lastSent = () => sent

/** Data that is kept after submission. The access code is not included. */
export type Receipt = Pick<WireSubmitted, 'reference' | 'submittedAt' | 'fee'>

const receiptKey = 'matricola.receipt'

/** The receipt survives a reload, but not the tab. */
export const readReceipt = () => readTab<Receipt>(receiptKey)
export const writeReceipt = (receipt: Receipt) => writeTab(receiptKey, receipt)
