import { readFileSync } from 'node:fs'
import type { ImportApp } from '@matricola/testing/import-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { startImportApp } from '#tests/support/import-app.ts'

const sample = (name: string) =>
  readFileSync(new URL(`../../../packages/testing/fixtures/exchange/${name}`, import.meta.url))

describe.each(engines)('files of banks, on $engine', ({ open }) => {
  let office: ImportApp
  beforeAll(async () => {
    office = await startImportApp(open)
  })
  afterAll(() => office.close())

  test('a reference that a spreadsheet has rounded is refused with that reason', async () => {
    for (const file of ['bank-scientific-1.csv', 'bank-scientific-2.csv']) {
      const job = await office.previewImport('bank-payments', sample(file), { name: file })
      expect((await office.items(job.id)).map(({ outcome, issues }) => [outcome, issues])).toEqual([
        ['invalid', { transactionId: [{ code: 'text.ruined' }] }],
      ])
    }
  })

  test('a bank statement is recognised where payments are imported, and reported elsewhere', async () => {
    const job = await office.runImport('bank-payments', sample('statement-mt940.sta'), {
      name: 'statement.sta',
    })
    expect(job.counts).toEqual({ done: 1 })
    expect((await office.list('bank-payments')).list).toMatchObject([
      {
        bookedOn: '2026-11-27',
        amount: 150,
        details: 'Taxa ID00000000',
        transactionId: null,
        state: 'open',
      },
    ])
    // Importing the same statement again changes nothing.
    expect(
      (
        await office.previewImport('bank-payments', sample('statement-mt940.sta'), {
          name: 'statement.sta',
        })
      ).counts,
    ).toEqual({
      same: 1,
    })
    const { data } = await office.send('bank-payments', sample('statement-camt053.xml'), {
      name: 'statement.xml',
    })
    expect([data.file.format, data.job.total, data.mapping.slice(0, 2)]).toEqual([
      'camt053',
      1,
      ['bookedOn', 'amount'],
    ])
    await office.change(data.job.id, { check: true })
    await office.run()
    // The only entry of the statement lacks the payment details.
    expect(
      (await office.items(data.job.id)).map(({ outcome, isNew, issues, cells }) => [
        outcome,
        isNew,
        issues,
        cells,
      ]),
    ).toEqual([
      [
        'invalid',
        true,
        { details: [{ code: 'required' }] },
        ['2026-11-27', '150', '', '', '', '2026-11-27', '', ''],
      ],
    ])
    for (const name of ['statement-mt940.sta', 'statement-camt053.xml'])
      expect(
        (await office.send('department-profiles', sample(name), { name })).failure,
      ).toMatchObject({
        code: 'import.unreadable',
        message:
          'This is a bank statement (MT940 or CAMT.053). Import it into the list of bank payments.',
        fields: { file: [{ code: 'table.statement' }] },
      })
  })
})
