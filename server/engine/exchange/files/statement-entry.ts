import { unreadable } from '../../ports/file-reader.ts'

/** An entry of an account as its bank tells it. */
export interface StatementEntry {
  readonly account: string
  readonly isCredit: boolean
  readonly isBooked: boolean
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string
  readonly valueDate: string
  /** With a decimal point, without a sign. */
  readonly amount: string
  /** Code of ISO 4217; empty where the statement names none. */
  readonly currency: string
  readonly payer: string
  readonly payerAccount: string
  readonly details: string
  /** The bank's own reference; empty where it gives none. */
  readonly reference: string
}

/** Throws `import.unreadable` for a day that does not exist. */
export function demandDay(text: string, where: string): string {
  const isReal = /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)
  if (!isReal) throw unreadable('table.statementEntry', { entry: where })
  return text
}
