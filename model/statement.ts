/** Parts of an entry of a bank statement that a list can take over, each into the field that its `import.statement` names. */
export const statementParts = ['bookedOn', 'amount', 'payer', 'details', 'reference', 'valueDate', 'payerAccount', 'account'] as const
export type StatementPart = (typeof statementParts)[number]
