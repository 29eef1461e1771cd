import type { WireIntake, WireSubmitted } from '#model/admission/wire.ts'
import { readTab, type Values, writeTab } from '../draft.ts'

/** Content of the confirmation. It lives as long as the page: the access code is written nowhere. */
export interface Sent extends WireSubmitted {
  readonly values: Values
  readonly intake: WireIntake
}

let sent: Sent | null = null

export const rememberSent = (next: Sent | null) => {
  sent = next
}
export const lastSent = () => sent

/** Rest of an application once it is sent; the access code is never kept. */
export type Receipt = Pick<WireSubmitted, 'reference' | 'submittedAt' | 'fee'>

const receiptKey = 'matricola.receipt'

/** The receipt outlives a reload, not the tab. */
export const readReceipt = () => readTab<Receipt>(receiptKey)
export const writeReceipt = (receipt: Receipt) => writeTab(receiptKey, receipt)
