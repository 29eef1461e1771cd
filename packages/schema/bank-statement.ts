/**
 * Parts of a bank statement entry that an import can use. `import.statement` maps each to a field.
 */
export const statementParts = [
  'bookedOn',
  'amount',
  'payer',
  'details',
  'reference',
  'valueDate',
  'payerAccount',
  'account',
] as const
export type StatementPart = (typeof statementParts)[number]
