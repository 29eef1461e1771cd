import { readFileSync } from 'node:fs'
import { statementParts } from '@matricola/schema/bank-statement.ts'
import { describe, expect, test } from 'vitest'
import { readFileRows } from '../../exchange/files/read-rows.ts'
import type { ReadOptions } from '../../ports/file-reader.ts'

// Uses the name of each part as its heading.
const headings = Object.fromEntries(statementParts.map((part) => [part, part])) as NonNullable<
  ReadOptions['statement']
>['headings']
const read = (text: string | Uint8Array) => {
  const file = readFileRows(typeof text === 'string' ? Buffer.from(text) : text, {
    statement: { headings, currency: 'RON' },
  })
  const rows = file.rows.map(({ cells }) =>
    Object.fromEntries((JSON.parse(cells) as unknown[]).map((cell, i) => [file.headings[i], cell])),
  )
  return { ...file, rows }
}
const sample = (name: string) =>
  readFileSync(new URL(`../../../testing/fixtures/exchange/${name}`, import.meta.url))
const reasonOf = (
  text: string,
  options: ReadOptions = { statement: { headings, currency: 'RON' } },
) => {
  try {
    readFileRows(Buffer.from(text), options)
  } catch (error) {
    return (error as { reason?: { code: string } }).reason?.code
  }
  return null
}

describe('an MT940 file', () => {
  const statement = (...lines: string[]) =>
    [
      ':20:START',
      ':25:RO49AAAA1B31007593840000',
      ':28C:1/1',
      ':60F:C261126RON1000,00',
      ...lines,
      ':62F:C261127RON1150,00',
      '-',
    ].join('\r\n')
  const one = (line: string, ...information: string[]) =>
    read(
      statement(`:61:${line}`, ...(information.length ? [`:86:${information.join('\r\n')}`] : [])),
    ).rows[0]

  test('gives the day, the amount, the purpose and the account of incoming payments', () => {
    const file = read(sample('statement-mt940.sta'))
    expect(file).toMatchObject({ format: 'mt940', leftOut: 0, headingRow: 1, firstRows: [] })
    expect(file.rows).toEqual([
      {
        bookedOn: '2026-11-27',
        amount: 150,
        payer: '',
        details: 'Taxa ID00000000',
        reference: '',
        valueDate: '2026-11-27',
        payerAccount: '',
        account: 'RO49AAAA1B31007593840000',
      },
    ])
  })

  test('leaves out debits and reversed credits, and includes reversed debits', () => {
    const file = read(
      statement(
        ':61:2611271127C150,00NTRFNONREF',
        ':86:in',
        ':61:2611271127D20,NTRFNONREF',
        ':86:out',
        ':61:2611271127RC30,50NTRFNONREF',
        ':86:back',
        ':61:2611271127RD40,5NTRFNONREF',
        ':86:returned',
      ),
    )
    expect(file.rows.map(({ amount, details }) => [amount, details])).toEqual([
      [150, 'in'],
      [40.5, 'returned'],
    ])
    expect(file.leftOut).toBe(2)
  })

  test.each<[string, string[], object]>([
    [
      '2611271127C150,00NTRFCUST-1//BANK-9',
      ['Taxa ABC'],
      { reference: 'BANK-9', details: 'Taxa ABC' },
    ],
    ['2611271127C150,00NTRFCUST-1', [], { reference: '', details: 'CUST-1' }],
    ['2611271127CN1234567,8NMSCNONREF//B', ['x'], { amount: 1234567.8 }],
    ['261127C150,00NTRFNONREF', ['x'], { bookedOn: '2026-11-27' }],
    ['2612310102C150,00NTRFNONREF', ['x'], { bookedOn: '2027-01-02', valueDate: '2026-12-31' }],
    ['2701021231C150,00NTRFNONREF', ['x'], { bookedOn: '2026-12-31', valueDate: '2027-01-02' }],
    [
      '2611271127C1,00NTRFNONREF',
      ['166?00GUTSCHRIFT?20EREF+A1?21SVWZ+Taxa de inscriere AB?22C123?31RO12BANK?32Pop ?33Ana'],
      {
        payer: 'Pop Ana',
        payerAccount: 'RO12BANK',
        details: expect.stringContaining('Taxa de inscriere AB'),
      },
    ],
    [
      '2611271127C1,00NTRFNONREF',
      ['/EREF/E-1/NAME/Pop Ana/IBAN/RO12BANK/REMI/USTD//Taxa ABC/'],
      { payer: 'Pop Ana', payerAccount: 'RO12BANK', details: 'Taxa ABC' },
    ],
    [
      '2611271127C1,00NTRFNONREF',
      [`Taxa de inscriere${' '.repeat(0)}`, 'Pop Ana'],
      { details: 'Taxa de inscriere Pop Ana' },
    ],
    ['2611271127C1,00NTRFNONREF', ['x'.repeat(65), 'yz'], { details: `${'x'.repeat(65)}yz` }],
  ])('reads the entry %s %j', (line, information, expected) => {
    expect(one(line, ...information)).toMatchObject(expected)
  })

  test('may have several statements, envelopes and accounts in other currencies', () => {
    const other = statement(':61:2611271127C10,00NTRFNONREF', ':86:euro')
      .replaceAll('RON', 'EUR')
      .replace('RO49AAAA', 'RO50BBBB')
    const file = read(
      `{1:F01BANK}{2:I940}{4:\r\n${statement(':61:2611271127C5,00NTRFNONREF', ':86:lei')}}\r\n${other}`,
    )
    expect(file.rows.map(({ amount, account }) => [amount, account])).toEqual([
      [5, 'RO49AAAA1B31007593840000'],
      [{ fault: 'currency', shown: '10.00 EUR' }, 'RO50BBBB1B31007593840000'],
    ])
  })

  test('with an unreadable entry is rejected as a whole', () => {
    for (const line of [
      '2611271127X150,00NTRFNONREF',
      '2613271127C150,00NTRFNONREF',
      '2611271127CabcNTRFNONREF',
      '2611310000C1,NTRF',
    ])
      expect([line, reasonOf(statement(`:61:${line}`))]).toEqual([line, 'table.statementEntry'])
  })

  test('is reported as a bank statement if the list does not accept bank statements', () => {
    for (const name of ['statement-mt940.sta', 'statement-camt053.xml'])
      expect(reasonOf(sample(name).toString(), {})).toBe('table.statement')
  })
})

describe('a CAMT.053 file', () => {
  const document = (entries: string, version = '02') =>
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><Acct><Id><IBAN>RO49AAAA1B31007593840000</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`
  const entry = (
    parts: string,
    { amount = '150.00', currency = 'RON', direction = 'CRDT', status = '<Sts>BOOK</Sts>' } = {},
  ) =>
    `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${status}<BookgDt><Dt>2026-11-27</Dt></BookgDt><ValDt><Dt>2026-11-26</Dt></ValDt><AcctSvcrRef>BANK-9</AcctSvcrRef>${parts}</Ntry>`
  const payment = (text: string, amount = '', reference = '') =>
    `<TxDtls><Refs>${reference}<EndToEndId>NOTPROVIDED</EndToEndId></Refs>${amount}<RltdPties><Dbtr><Nm>Pop &amp; Ana</Nm></Dbtr><DbtrAcct><Id><IBAN>RO12BANK</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`

  test('gives the entry, its payer and its purpose', () => {
    expect(read(document(entry(`<NtryDtls>${payment('Taxa ABC')}</NtryDtls>`))).rows).toEqual([
      {
        bookedOn: '2026-11-27',
        amount: 150,
        payer: 'Pop & Ana',
        details: 'Taxa ABC',
        reference: 'BANK-9',
        valueDate: '2026-11-26',
        payerAccount: 'RO12BANK',
        account: 'RO49AAAA1B31007593840000',
      },
    ])
    const file = read(sample('statement-camt053.xml'))
    expect(file).toMatchObject({ format: 'camt053', leftOut: 0 })
    expect(file.rows).toEqual([
      {
        ...{ bookedOn: '2026-11-27', amount: 150, payer: '', details: '' },
        ...{ reference: '', valueDate: '2026-11-27', payerAccount: '', account: '' },
      },
    ])
  })

  test('of a later edition is also read, with timestamps, codes and prefixes', () => {
    const later = entry(
      `<NtryDtls>${payment('Taxa').replace('<Dbtr><Nm>Pop &amp; Ana</Nm></Dbtr>', '<Dbtr><Pty><Nm>Ion</Nm></Pty></Dbtr>')}</NtryDtls>`,
      { status: '<Sts><Cd>BOOK</Cd></Sts>' },
    ).replace('<BookgDt><Dt>2026-11-27</Dt>', '<BookgDt><DtTm>2026-11-27T10:00:00+02:00</DtTm>')
    expect(read(document(later, '08')).rows).toMatchObject([
      { bookedOn: '2026-11-27', payer: 'Ion' },
    ])
    const prefixed = document(entry(''))
      .replaceAll(/<(\/?)([A-Z])/g, '<$1n:$2')
      .replace('xmlns=', 'xmlns:n=')
    expect(read(prefixed).rows).toMatchObject([{ amount: 150, reference: 'BANK-9' }])
  })

  test('leaves out outgoing and pending payments', () => {
    const file = read(
      document(
        entry('') +
          entry('', { direction: 'DBIT' }) +
          entry('', { status: '<Sts>PDNG</Sts>' }) +
          entry('', { status: '<Sts><Cd>INFO</Cd></Sts>' }),
      ),
    )
    expect([file.rows.length, file.leftOut]).toEqual([1, 3])
  })

  test('gives each payment of an entry that combines several', () => {
    const amount = (value: string) =>
      `<AmtDtls><TxAmt><Amt Ccy="RON">${value}</Amt></TxAmt></AmtDtls>`
    const batch = (second: string) =>
      entry(
        `<NtryDtls>${payment('Taxa A', amount('100.00'))}${payment('Taxa B', amount(second), '<AcctSvcrRef>OWN</AcctSvcrRef>')}</NtryDtls>`,
      )
    expect(
      read(document(batch('50.00'))).rows.map((row) => [row.amount, row.details, row.reference]),
    ).toEqual([
      [100, 'Taxa A', 'BANK-9-1'],
      [50, 'Taxa B', 'OWN'],
    ])
    // If the amounts do not add up, the entry is not split into payments.
    expect(read(document(batch('60.00'))).rows.map((row) => [row.amount, row.details])).toEqual([
      [150, 'Taxa A Taxa B'],
    ])
  })

  test('may have several statements, and is checked for other currencies and invalid entries', () => {
    const two = document(
      `${entry('')}</Stmt><Stmt><Acct><Id><Othr><Id>2</Id></Othr></Id></Acct>${entry('', { currency: 'EUR' })}`,
    )
    expect(read(two).rows.map(({ amount, account }) => [amount, account])).toEqual([
      [150, 'RO49AAAA1B31007593840000'],
      [{ fault: 'currency', shown: '150.00 EUR' }, '2'],
    ])
    for (const invalidEntry of [
      entry('', { amount: '1,50' }),
      entry('', { direction: 'X' }),
      entry('').replace('2026-11-27', '2026-11-31'),
    ])
      expect(reasonOf(document(invalidEntry))).toBe('table.statementEntry')
    expect(reasonOf(document(entry('')).slice(0, -40))).toBe('table.damaged')
  })
})

test.each<[string, string | Uint8Array, string]>([
  ['a web page', sample('html-as.xls'), 'table.webPage'],
  [
    'a page with a declaration',
    '<?xml version="1.0"?>\n<!DOCTYPE html><html></html>',
    'table.webPage',
  ],
  ['an HTML table', '\ufeff  <table border="1"><tr><td>Name</td></tr></table>', 'table.webPage'],
  [
    'a web page saved as an email',
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x',
    'table.webPage',
  ],
  ['an email', 'From: a@b.ro\r\nTo: c@d.ro\r\nSubject: Lista\r\n\r\nBuna', 'table.email'],
  ['JSON', '[{"name":"A","office":"B"}]', 'table.json'],
  ['a JSON object', '{\n  "rows": [1, 2]\n}', 'table.json'],
  ['a JSON list of lists', '[["name","office"],["A","B"]]', 'table.json'],
  ['JSON lines', '{"name":"A"}\n{"name":"B"}\n', 'table.json'],
  ['truncated JSON', '[{"name":"A","off', 'table.json'],
  ['XML', '<?xml version="1.0"?><rows><row name="A"/></rows>', 'table.xml'],
  ['XML without a declaration', '<rows>\n<row/></rows>', 'table.xml'],
  [
    'an XML spreadsheet',
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>',
    'table.xmlWorkbook',
  ],
  ['RTF', '{\\rtf1\\ansi Name}', 'table.richText'],
  ['PDF', '%PDF-1.7\n%âãÏÓ', 'table.pdf'],
  ['a calendar', 'BEGIN:VCALENDAR\r\nVERSION:2.0', 'table.calendar'],
  ['contacts', 'BEGIN:VCARD\nVERSION:3.0', 'table.calendar'],
  ['an SQL script', '-- dump\nINSERT INTO students VALUES (1);', 'table.database'],
  ['SYLK', 'ID;PWXL;N;E\r\nP;PGeneral\r\n', 'table.oldTable'],
  ['DIF', 'TABLE\r\n0,1\r\n"EXCEL"', 'table.oldTable'],
  ['OFX', 'OFXHEADER:100\r\nDATA:OFXSGML', 'table.otherStatement'],
  ['QIF', '!Type:Bank\nD11/27/2026', 'table.otherStatement'],
  ['PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), 'table.picture'],
  ['JPEG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16), 'table.picture'],
  ['a compressed file', Uint8Array.of(0x1f, 0x8b, 8, 0), 'table.archive'],
  [
    'an XLS workbook',
    Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      Buffer.from('Workbook', 'utf16le'),
    ]),
    'table.oldWorkbook',
  ],
  [
    'a protected workbook',
    Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]),
    'table.protected',
  ],
  ['bytes', Uint8Array.of(1, 0, 0, 3, 4, 0, 0), 'table.notText'],
])('%s is rejected with its specific reason', (_, content, code) => {
  expect(() =>
    readFileRows(typeof content === 'string' ? Buffer.from(content) : content, {}),
  ).toThrow(expect.objectContaining({ reason: expect.objectContaining({ code }) }))
})

test.each([
  'Name;Office\nA;B',
  '[Name];Office\nA;B',
  '{Name};x\nA;B',
  'ID;Prenume;Nume\n1;A;B',
  'Table;x\n0;1',
  'From;To\na;b',
  '"Name"\n"A"',
  '<10;>10\n1;2',
  'Name',
])('the table %j is read as CSV', (text) => {
  expect(readFileRows(Buffer.from(text), {}).format).toBe('csv')
})
