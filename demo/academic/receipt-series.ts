import { createRecordBase, type DemoRow, type DemoTools } from '../rows.ts'

/** The series of the two cash desks, which continue books of printed receipts. */
export const makeReceiptSeries = (tools: DemoTools): readonly DemoRow<'receipt-series'>[] =>
  [
    { code: 'CJ', desk: 'Casieria 1', nextNumber: 1483 },
    { code: 'CS', desk: 'Casieria 2', nextNumber: 207 },
  ].map((series) => ({
    ...createRecordBase(tools, tools.calendar.founded),
    ...series,
    isActive: true,
  }))
