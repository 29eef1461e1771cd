/** Payments at the counter. */

import { asAnyResource } from '@matricola/schema/registry.ts'
import { daysAfter, today } from '@matricola/schema/values/dates.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { type Records, recordsOf } from '@matricola/server/records/store.ts'
import {
  columns,
  equalsLiteral,
  expr,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { FastifyInstance } from 'fastify'
import { academicErrors } from '#resources/academic/errors.ts'
import { type OpenCharge, toBani } from '#resources/academic/open-charges.ts'
import {
  type BookedPayment,
  maxTransferAge,
  type NewPayment,
  type PaymentInput,
} from '#resources/academic/payments.ts'
import { bookPayment, newPayment } from '#resources/calls/payments.ts'
import { defaultCurrency } from '#resources/currency.ts'
import { finances } from '#resources/finances.ts'
import { receipts } from '#resources/receipts.ts'
import { settings } from '#resources/settings.ts'
import { students } from '#resources/students.ts'
import { users } from '#resources/users.ts'
import { readStudentAccount } from './account.ts'
import { entryDescription } from './entry-description.ts'
import {
  findOpenDesk,
  getOpenSession,
  issueReceipt,
  type ReceiptNumber,
  readFreeSeries,
  receiptLabel,
} from './receipts.ts'

const ledgerEntry = table(finances)
const receipt = table(receipts)
const student = table(students)
const user = table(users)
const settingsRow = table(settings)

export function paymentRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, newPayment, async ({ caller, params: { id } }) => {
    await recordsOf(context).get(authorize(caller, asAnyResource(students), 'read'), id)
    return ok(await readNewPayment(context, id, caller.id))
  })
  registerCall(app, bookPayment, async ({ caller, params: { id }, input }) => {
    const records = recordsOf(context)
    await records.get(authorize(caller, asAnyResource(students), 'read'), id)
    return ok(
      await records.inTransaction((inner, queries) =>
        bookStudentPayment({ ...context, records: inner, queries, caller }, id, input),
      ),
    )
  })
}

/** Returns the open charges of a student, and the cash desk of the caller. */
async function readNewPayment(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  studentId: string,
  cashierId: string,
): Promise<NewPayment> {
  const [account, desk, free] = await Promise.all([
    readStudentAccount(database, studentId),
    findOpenDesk(database, cashierId),
    readFreeSeries(database),
  ])
  const day = today(clock.now())
  return {
    ...account,
    today: day,
    desk: desk && {
      sessionId: desk.id,
      name: desk.desk,
      openedAt: desk.openedAt,
      receipts: desk.receipts,
      nextLabel: receiptLabel(desk.code, desk.nextNumber),
      isFromEarlierDay: today(new Date(desk.openedAt)) !== day,
    },
    series: desk ? [] : free,
  }
}

interface Booking extends Pick<Context, 'clock' | 'texts'> {
  readonly records: Records
  readonly queries: Queries
  readonly caller: Caller
}

/**
 * Books a payment: a receipt, an entry for each charge that it settles, and one for the rest. The
 * lock on the student makes concurrent payments wait for each other. Throws `input.invalid`, and
 * `charge.settled` if a charge was paid in the meantime.
 */
async function bookStudentPayment(
  { clock, texts, records, queries, caller }: Booking,
  studentId: string,
  input: PaymentInput,
): Promise<BookedPayment> {
  const permit = authorize(caller, asAnyResource(finances), 'create')
  const [locked] = await runStatement(
    queries,
    sql`select ${pick(columns(student, 'matriculationNumber'))} from ${student} where ${student.id} = ${studentId}::uuid for no key update`,
  )
  if (!locked) throw new AppError('record.missing')
  const { amount, method, payer, document: given } = input
  const day = today(clock.now())
  const bookedOn = input.bookedOn ?? day
  const document = given || null
  assertNoIssues(paymentIssues(input, { day, bookedOn, document }))
  const { open } = await readStudentAccount(queries, studentId)
  const parts = allocate(amount, await getCharges(queries, { studentId, open, input }))
  if (method === 'cash') await assertCashAllowed(queries, { studentId, day, amount })
  const session = method === 'transfer' ? null : await getOpenSession(queries, caller.id, day)
  const number: ReceiptNumber = session ?? {
    label: `${document} · ${locked.matriculationNumber}`.slice(0, 40),
  }
  const issued = await issueReceipt({ records, queries, permit }, number, {
    direction: 'payment',
    amount,
    method,
    document,
    payer: payer || null,
    bookedOn,
    studentId,
    registrationId: null,
    cashSessionId: session?.id ?? null,
  })
  const facts = await readCharges(queries, parts)
  for (const { chargeId, amount: part } of parts) {
    const charge = facts.get(chargeId ?? '')
    await records.insert(
      permit,
      {
        studentId,
        direction: 'payment',
        kind: charge?.kind ?? 'other',
        amount: part,
        description: charge?.description ?? (await entryDescription(texts, queries, 'credit', {})),
        academicYearId: charge?.academicYearId ?? null,
        bookedOn,
        method,
        receiptNumber: issued.label,
      },
      { chargeId, receiptId: issued.id },
    )
  }
  const account = await readStudentAccount(queries, studentId)
  return { receipt: { ...issued, amount, bookedOn }, ...account }
}

function assertNoIssues(issues: FieldIssues): void {
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}

interface Dates {
  readonly day: string
  readonly bookedOn: string
  readonly document: string | null
}

/** Transfers are booked from the statement of the bank, so they can be some days old. */
function paymentIssues({ method }: PaymentInput, { day, bookedOn, document }: Dates): FieldIssues {
  const isTransfer = method === 'transfer'
  const min = isTransfer ? daysAfter(day, -maxTransferAge) : day
  return {
    ...(isTransfer && document === null && { document: [{ code: 'required' }] }),
    ...(bookedOn < min && { bookedOn: [{ code: 'date.tooEarly', params: { min } }] }),
    ...(bookedOn > day && { bookedOn: [{ code: 'date.tooLate', params: { max: day } }] }),
  }
}

/** Returns the charges that the caller chose. Throws `charge.settled` if one is no longer as seen. */
async function getCharges(
  queries: Queries,
  {
    studentId,
    open,
    input,
  }: {
    readonly studentId: string
    readonly open: readonly OpenCharge[]
    readonly input: PaymentInput
  },
): Promise<readonly OpenCharge[]> {
  const openById = new Map(open.map((charge) => [charge.id, charge]))
  const chosen = input.charges.flatMap(({ id, open: seen }) => {
    const charge = openById.get(id)
    return charge && toBani(charge.open) === toBani(seen) ? [charge] : []
  })
  if (new Set(chosen).size === input.charges.length) return chosen
  const [latest] = await runStatement(
    queries,
    sql`select ${pick({ ...columns(receipt, 'amount'), name: user.name })} from ${receipt} join ${user} on ${user.id} = ${receipt.bookedById}
     where ${receipt.studentId} = ${studentId}::uuid order by ${receipt.createdAt} desc, ${receipt.id} desc limit 1`,
  )
  throw new AppError(academicErrors['charge.settled'], {
    ...(latest && {
      reason: {
        code: 'charge.settledBy',
        params: { name: latest.name, amount: Number(latest.amount), currency: defaultCurrency },
      },
    }),
  })
}

interface Part {
  /** Null for the part that stays as credit. */
  readonly chargeId: string | null
  readonly amount: number
}

/** Splits an amount over charges, in their order. The rest belongs to no charge. */
function allocate(amount: number, charges: readonly OpenCharge[]): readonly Part[] {
  let rest = toBani(amount)
  const parts: Part[] = []
  for (const { id, open } of charges) {
    const paid = Math.min(rest, toBani(open))
    rest -= paid
    if (paid > 0) parts.push({ chargeId: id, amount: paid / 100 })
  }
  return rest > 0 ? [...parts, { chargeId: null, amount: rest / 100 }] : parts
}

/** Returns what the entries of a payment copy from their charges. */
async function readCharges(queries: Queries, parts: readonly Part[]) {
  const ids = parts.flatMap(({ chargeId }) => chargeId ?? [])
  const rows = await runStatement(
    queries,
    sql`select ${pick(columns(ledgerEntry, 'id', 'kind', 'description', 'academicYearId'))} from ${ledgerEntry} where ${ledgerEntry.id} = any(${ids}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Throws `input.invalid` if the student would pay more cash in a day than the settings allow. */
async function assertCashAllowed(
  queries: Queries,
  {
    studentId,
    day,
    amount,
  }: { readonly studentId: string; readonly day: string; readonly amount: number },
): Promise<void> {
  const [found] = await runStatement(
    queries,
    sql`select ${pick({
      limit: expr<number | null>`${settingsRow.cashLimitPerDay}::float8`,
      paid: expr<number>`coalesce((select sum(${receipt.amount}) from ${receipt} where ${receipt.studentId} = ${studentId}::uuid and ${receipt.bookedOn} = ${day}::date
       and ${equalsLiteral(receipt.method, 'cash')} and ${equalsLiteral(receipt.direction, 'payment')} and ${equalsLiteral(receipt.state, 'valid')}), 0)::float8`,
    })} from ${settingsRow}`,
  )
  if (found && found.limit !== null && toBani(found.paid) + toBani(amount) > toBani(found.limit))
    throw invalidInput({
      amount: [{ code: 'cash.limit', params: { limit: found.limit, currency: defaultCurrency } }],
    })
}
