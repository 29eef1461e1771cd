import { unreadableFile } from '../../ports/file-reader.ts'

/** An entry of a bank statement. */
export interface StatementEntry {
  readonly account: string
  readonly isCredit: boolean
  readonly isBooked: boolean
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string
  readonly valueDate: string
  /** With a decimal point and no sign. */
  readonly amount: string
  /** ISO 4217 code; empty if the statement does not name the currency. */
  readonly currency: string
  readonly payer: string
  readonly payerAccount: string
  readonly details: string
  /** The bank's reference; empty if there is none. */
  readonly reference: string
}

/** Returns the day. Throws `import.unreadable` if it does not exist. */
export function assertDay(text: string, entryText: string): string {
  const isValidDate =
    /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)
  if (!isValidDate) throw unreadableFile('table.statementEntry', { entry: entryText })
  return text
}
