/** The PDF receipt of an application, with its content, the time of receipt, and the next step. */

import { formatLongInstant, formatMoment, timeZone } from '@matricola/schema/values/dates.ts'
import { formatFileNameAndSize } from '@matricola/schema/values/format-size.ts'
import { formatPhone } from '@matricola/schema/values/phone.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Context } from '@matricola/server/context.ts'
import {
  createDocument,
  type Drawing,
  drawRule,
  drawTable,
  finishDocument,
  type LabelledValue,
  type PdfFile,
  pageBox,
  pdfColors,
  writeText,
} from '@matricola/server/pdf/drawing.ts'
import { consume } from '@matricola/server/session/rate-limits.ts'
import { pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { formatAccessCode, normalizeAccessCode } from '#resources/admission/access-code.ts'
import { admissionCalendar, dateTextOf } from '#resources/admission/admission-calendar.ts'
import { stateParams } from '#resources/admission/application-state.ts'
import { isUndecided } from '#resources/admission/application-states.ts'
import { anyTextIn, nameIn } from '#resources/admission/translated-name.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import { documentLabelKey } from '#resources/application-documents.ts'
import { formatAmount } from '#resources/currency.ts'
import { formatIban } from '#resources/iban.ts'
import { settings } from '#resources/settings.ts'
import { universityRateLimits } from '#server/limits.ts'
import { readApplication } from './read-application.ts'

const settingsTable = table(settings)

interface ReceiptOptions {
  readonly language: Language
  /** The access code if it should be printed, already verified; else null. */
  readonly accessCode: string | null
}

interface Office {
  readonly name: string
  readonly language: string
  readonly phone: string | null
  readonly email: string | null
  readonly hours: string | null
}

/**
 * Returns the receipt of the application in its current state. Throws `applicant.required` and
 * `requests.tooMany`.
 */
export async function receiptPdf(
  context: Context,
  id: string,
  { language, accessCode }: ReceiptOptions,
): Promise<PdfFile> {
  const { database, clock, config, texts } = context
  const now = clock.now()
  await consume(database, universityRateLimits.receipts, id, now)
  const application = await readApplication(context, id)
  const [office] = await runStatement(
    database,
    sql`select ${pick({
      name: settingsTable.universityName,
      language: settingsTable.language,
      phone: settingsTable.admissionPhone,
      email: settingsTable.admissionEmail,
      hours: settingsTable.officeHours,
    })} from ${settingsTable}`,
  )
  if (!office) throw new Error('the settings record is missing')
  const t: Text = (key, params) => texts.text(language, key, params)
  const { reference } = application
  const title = t('apply:receipt.title')
  const facts = {
    language,
    namesIn: office.language,
    title: `${title} ${reference}`,
    university: office.name,
    at: now,
    root: config.root,
  }
  const drawing = await createDocument(facts)
  drawHead(drawing, office.name, title)
  drawTable(drawing, factsOf(application, { t, language, accessCode }))
  drawFee(drawing, t, application)
  drawNext(drawing, t, application)
  drawDates(drawing, t, application, now)
  drawOffice(drawing, t, office)
  return {
    name: `${t('apply:receipt.fileName')}-${reference}.pdf`,
    bytes: await finishDocument(drawing),
  }
}

type Text = (key: string, params?: { readonly [name: string]: string }) => string

const { left, top, width } = pageBox

function drawHead(drawing: Drawing, university: string, title: string): void {
  const { doc } = drawing
  writeText(
    drawing,
    university,
    { as: 'P', isName: true },
    { x: left, y: top, size: 15, face: 'semibold', width },
  )
  drawRule(drawing, doc.y + 8)
  writeText(
    drawing,
    title,
    { as: 'H1' },
    { x: left, y: doc.y + 30, size: 22, face: 'semibold', width },
  )
  doc.y += 14
}

function factsOf(
  {
    reference,
    submittedAt,
    answered,
    values,
    department,
    specialization,
    names,
    choices,
    cycle,
    documents,
    fieldTexts,
  }: WireApplication,
  { t, language, accessCode }: ReceiptOptions & { readonly t: Text },
): LabelledValue[] {
  const code = accessCode === null ? null : normalizeAccessCode(accessCode)
  const number = values.cnp ? 'cnp' : 'foreignIdNumber'
  const label = (name: string, key: string) => {
    const texts = fieldTexts[name]?.label
    return texts ? anyTextIn(texts, language) : t(key)
  }
  const named = (name: string) => ({
    value: names[name]?.[language] ?? name,
    isName: names[name]?.[language] === undefined,
  })
  const exact = formatMoment(new Date(submittedAt), language, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone,
  })
  return [
    { label: t('apply:sent.reference'), value: reference, isStrong: true },
    ...(code
      ? [{ label: t('apply:sent.accessCode'), value: formatAccessCode(code), isStrong: true }]
      : []),
    { label: t('apply:receipt.sentAt'), value: exact },
    ...(answered
      ? [
          {
            label: t('application:steps.changesSent'),
            value: formatLongInstant(answered.at, language),
          },
        ]
      : []),
    {
      label: t('apply:receipt.name'),
      value: `${values.lastName ?? ''} ${values.firstName ?? ''}`,
      isStrong: true,
    },
    { label: label(number, `apply:fields.${number}.label`), value: values[number] ?? '' },
    { label: t('apply:fields.departmentProfileId.label'), ...named(department) },
    { label: t('apply:fields.specializationId.label'), ...named(specialization) },
    ...choices.slice(1).map(({ programme }, index) => ({
      label: t('apply:choices.number', { number: String(index + 2) }),
      ...named(programme),
    })),
    ...documents.map((one) => ({
      label: one.label
        ? anyTextIn(one.label, language)
        : label(one.document, documentLabelKey(one.document, cycle, values.identityType)),
      value: formatFileNameAndSize(one, language),
    })),
  ]
}

function drawFee(
  drawing: Drawing,
  t: Text,
  { applicationFee: fee, reference }: WireApplication,
): void {
  if (!fee) return
  const { doc, language } = drawing
  writeText(
    drawing,
    t('application:fee.title'),
    { as: 'H2' },
    { x: left, y: doc.y + 18, size: 14, face: 'semibold', width },
  )
  doc.y += 6
  drawTable(drawing, [
    {
      label: t('application:fee.amount'),
      value: formatAmount(fee.amount, language),
      isStrong: true,
    },
    ...(fee.account
      ? [
          { label: t('application:fee.holder'), value: fee.account.holder, isName: true },
          { label: t('application:fee.iban'), value: formatIban(fee.account.iban) },
          { label: t('application:fee.details'), value: reference },
        ]
      : []),
  ])
  writeText(
    drawing,
    t(`application:fee.${fee.account ? 'transfer' : 'atOffice'}`),
    { as: 'P' },
    { x: left, y: doc.y + 4, size: 11, width, lineGap: 2 },
  )
}

/** Draws the next step, using the same sentence as the pages and emails. */
function drawNext(drawing: Drawing, t: Text, { state }: WireApplication): void {
  const { doc, language } = drawing
  const params = stateParams(state, { language, text: t })
  writeText(
    drawing,
    t('apply:sent.nextTitle'),
    { as: 'H2' },
    { x: left, y: doc.y + 18, size: 14, face: 'semibold', width },
  )
  const text = { x: left, size: 11, width, lineGap: 2 }
  writeText(
    drawing,
    `${t(`application:turns.${state.turn}`)}. ${t(state.sentence, params)}`,
    { as: 'P' },
    { ...text, y: doc.y + 6 },
  )
  // Afterwards it would promise an email about a decision that has been made.
  if (isUndecided(state.state))
    writeText(drawing, t('apply:sent.notification'), { as: 'P' }, { ...text, y: doc.y + 4 })
}

function drawDates(drawing: Drawing, t: Text, { dates }: WireApplication, now: Date): void {
  const { doc, language } = drawing
  const entries = admissionCalendar(dates)
  if (entries.length === 0) return
  writeText(
    drawing,
    t('apply:calendar.title'),
    { as: 'H2' },
    { x: left, y: doc.y + 18, size: 14, face: 'semibold', width },
  )
  doc.y += 6
  drawTable(
    drawing,
    entries.map((entry) => ({
      label: [
        t(`apply:calendar.${entry.kind}`),
        ...(entry.round && dates.rounds.length > 1 ? [nameIn(entry.round, language)] : []),
      ].join(', '),
      value: dateTextOf(entry, { language, now, t }),
    })),
  )
}

function drawOffice(drawing: Drawing, t: Text, { phone, email, hours }: Office): void {
  const { doc } = drawing
  const known = [phone && formatPhone(phone), email, hours].filter(Boolean)
  if (known.length === 0) return
  drawRule(drawing, doc.y + 14)
  writeText(
    drawing,
    `${t('apply:office')} ${known.join(' · ')}`,
    { as: 'P' },
    { x: left, y: doc.y + 24, size: 10, color: pdfColors.quiet, width },
  )
}
