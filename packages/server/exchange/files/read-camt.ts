/** Reads ISO 20022 CAMT.053 files of any version, with any number of statements. */
import { unreadableFile } from '../../ports/file-reader.ts'
import { readXml } from './read-xml.ts'
import { assertDay, type StatementEntry } from './statement-entry.ts'

interface XmlNode {
  readonly name: string
  readonly currency: string
  readonly children: XmlNode[]
  text: string
}

export function readCamtEntries(text: string): StatementEntry[] {
  const entries: StatementEntry[] = []
  for (const statement of statementsOf(text)) {
    const account = textAt(statement, 'Acct/Id/IBAN') || textAt(statement, 'Acct/Id/Othr/Id')
    for (const entry of elementsAt(statement, 'Ntry')) entries.push(...entriesOf(entry, account))
  }
  return entries
}

function statementsOf(text: string): XmlNode[] {
  const statements: XmlNode[] = []
  const open: XmlNode[] = []
  readXml([Buffer.from(text.trimStart())], {
    open(name, { Ccy = '' }) {
      const node: XmlNode = { name, currency: Ccy, children: [], text: '' }
      const parent = open.at(-1)
      // Elements outside a statement are dropped.
      if (name === 'Stmt' && !open.some((one) => one.name === 'Stmt')) statements.push(node)
      else if (open.some((one) => one.name === 'Stmt')) parent?.children.push(node)
      open.push(node)
    },
    text(chunk) {
      const node = open.at(-1)
      if (node) node.text += chunk
    },
    close() {
      open.pop()
    },
  })
  return statements
}

/** Returns the elements at a path of element names. */
const elementsAt = (node: XmlNode, path: string): XmlNode[] =>
  path
    .split('/')
    .reduce(
      (nodes, name) =>
        nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [node],
    )
const nodeAt = (node: XmlNode, path: string): XmlNode | undefined => elementsAt(node, path)[0]
const textAt = (node: XmlNode, ...paths: readonly string[]): string =>
  paths.map((path) => nodeAt(node, path)?.text.trim() ?? '').find((text) => text !== '') ?? ''

/** Returns the entry or, for a batch whose payments add up to its total, one entry per payment. */
function entriesOf(entry: XmlNode, account: string): StatementEntry[] {
  const common = parseEntry(entry, account)
  const payments = elementsAt(entry, 'NtryDtls/TxDtls')
  const amounts = payments.map(
    (payment) => nodeAt(payment, 'Amt') ?? nodeAt(payment, 'AmtDtls/TxAmt/Amt'),
  )
  const sum = amounts.reduce((total, amount) => total + Number(amount?.text ?? Number.NaN), 0)
  if (payments.length > 1 && Math.abs(sum - Number(common.amount)) < 0.005)
    return payments.map((payment, i) => {
      const details = paymentDetails([payment], entry)
      const ownReference = textAt(payment, 'Refs/AcctSvcrRef')
      const hasOwnReference = ownReference !== '' && ownReference !== common.reference
      const numberedReference = common.reference === '' ? '' : `${common.reference}-${i + 1}`
      return {
        ...common,
        ...details,
        amount: assertAmount(amounts[i], common.bookedOn),
        currency: amounts[i]?.currency || common.currency,
        reference: hasOwnReference ? ownReference : numberedReference,
      }
    })
  return [
    {
      ...common,
      ...paymentDetails(payments, entry),
      reference: common.reference || textAt(entry, 'NtryDtls/TxDtls/Refs/AcctSvcrRef'),
    },
  ]
}

function parseEntry(entry: XmlNode, account: string): StatementEntry {
  const dayAt = (name: string) => textAt(entry, `${name}/Dt`, `${name}/DtTm`).slice(0, 10)
  const [bookedOn, value] = [dayAt('BookgDt'), dayAt('ValDt')]
  const amount = nodeAt(entry, 'Amt')
  const entryText = `${amount?.text.trim() ?? ''} ${bookedOn || value}`
  const direction = textAt(entry, 'CdtDbtInd')
  if (!/^(?:CRDT|DBIT)$/.test(direction))
    throw unreadableFile('table.statementEntry', { entry: entryText })
  const status = textAt(entry, 'Sts/Cd', 'Sts/Prtry', 'Sts')
  return {
    account,
    isCredit: direction === 'CRDT',
    isBooked: status === '' || status === 'BOOK',
    bookedOn: assertDay(bookedOn || value, entryText),
    valueDate: assertDay(value || bookedOn, entryText),
    amount: assertAmount(amount, entryText),
    currency: amount?.currency ?? '',
    payer: '',
    payerAccount: '',
    details: '',
    reference: textAt(entry, 'AcctSvcrRef'),
  }
}

function assertAmount(node: XmlNode | undefined, entryText: string): string {
  const amount = node?.text.trim() ?? ''
  if (!/^\d{1,15}(?:\.\d{0,5})?$/.test(amount))
    throw unreadableFile('table.statementEntry', { entry: entryText })
  return amount
}

/**
 * Reads the payer and the purpose from the payments in an entry. If they have no purpose, uses the
 * text of the entry.
 */
function paymentDetails(
  payments: readonly XmlNode[],
  entry: XmlNode,
): Pick<StatementEntry, 'payer' | 'payerAccount' | 'details'> {
  const distinctTexts = (...paths: readonly string[]) => [
    ...new Set(payments.map((payment) => textAt(payment, ...paths)).filter((text) => text !== '')),
  ]
  const remittance = payments.flatMap((payment) =>
    ['RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'RmtInf/Strd/AddtlRmtInf'].flatMap((path) =>
      elementsAt(payment, path).map(({ text }) => text.trim()),
    ),
  )
  const references = distinctTexts('Refs/EndToEndId').filter((text) => text !== 'NOTPROVIDED')
  const details = [
    remittance,
    distinctTexts('AddtlTxInf'),
    [textAt(entry, 'AddtlNtryInf')],
    references,
  ].find((texts) => texts.some((text) => text !== ''))
  return {
    payer: distinctTexts(
      'RltdPties/Dbtr/Nm',
      'RltdPties/Dbtr/Pty/Nm',
      'RltdPties/InitgPty/Nm',
    ).join(', '),
    payerAccount: distinctTexts('RltdPties/DbtrAcct/Id/IBAN', 'RltdPties/DbtrAcct/Id/Othr/Id').join(
      ', ',
    ),
    details: (details ?? []).filter((text) => text !== '').join(' '),
  }
}
