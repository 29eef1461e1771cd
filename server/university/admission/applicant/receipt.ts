/** The PDF receipt of an application, with its content, the time of receipt, and the next step. */
import { accessCodeInGroups, tidyAccessCode } from '#model/admission/access-code.ts'
import { sentenceOf } from '#model/admission/progress.ts'
import type { WireApplication } from '#model/admission/wire.ts'
import { inWords, momentInWords, timeZone } from '#model/values/dates.ts'
import { ibanInGroups } from '#model/values/iban.ts'
import { phoneInGroups } from '#model/values/phone.ts'
import { fileText } from '#model/values/size-text.ts'
import type { Language } from '#model/vocabulary.ts'
import { documentLabelKey } from '#resources/application-documents.ts'
import { amountInWords } from '#resources/currency.ts'
import { settings } from '#resources/settings.ts'
import type { Context } from '#server/engine/context.ts'
import {
  bytesOf,
  colors,
  type Drawing,
  drawFacts,
  drawRule,
  type Fact,
  openPaper,
  type PdfFile,
  sheet,
  write,
} from '#server/engine/papers/drawing.ts'
import { consume } from '#server/engine/session/limiter.ts'
import { pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { limits } from '#server/university/limits.ts'
import { readApplication } from './applicant.ts'

const rules = table(settings, 's')

interface Wish {
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

/** Returns the receipt of the application in its current state. Throws `applicant.required` and `requests.tooMany`. */
export async function receiptPdf(context: Context, id: string, { language, accessCode }: Wish): Promise<PdfFile> {
  const { database, clock, config, texts } = context
  const now = clock.now()
  await consume(database, limits.receipts, id, now)
  const application = await readApplication(context, id)
  const [office] = await run(
    database,
    sql`select ${pick({
      name: rules.universityName,
      language: rules.language,
      phone: rules.admissionPhone,
      email: rules.admissionEmail,
      hours: rules.officeHours,
    })} from ${rules}`,
  )
  if (!office) throw new Error('the settings are missing')
  const t: Text = (key, params) => texts.text(language, key, params)
  const { reference } = application
  const title = t('apply:receipt.title')
  const facts = { language, namesIn: office.language, title: `${title} ${reference}`, university: office.name, at: now, root: config.root }
  const drawing = await openPaper(facts)
  drawHead(drawing, office.name, title)
  drawFacts(drawing, factsOf(application, { t, language, accessCode }))
  drawFee(drawing, t, application)
  drawNext(drawing, t, application)
  drawOffice(drawing, t, office)
  return { name: `${t('apply:receipt.fileName')}-${reference}.pdf`, bytes: await bytesOf(drawing) }
}

type Text = (key: string, params?: { readonly [name: string]: string }) => string

const { left, top, width } = sheet

function drawHead(drawing: Drawing, university: string, title: string): void {
  const { doc } = drawing
  write(drawing, university, { as: 'P', isName: true }, { x: left, y: top, size: 15, face: 'semibold', width })
  drawRule(drawing, doc.y + 8)
  write(drawing, title, { as: 'H1' }, { x: left, y: doc.y + 30, size: 22, face: 'semibold', width })
  doc.y += 14
}

function factsOf(
  { reference, submittedAt, answered, values, department, specialization, names, choices, cycle, documents }: WireApplication,
  { t, language, accessCode }: Wish & { readonly t: Text },
): Fact[] {
  const code = accessCode === null ? null : tidyAccessCode(accessCode)
  const number = values.cnp ? 'cnp' : 'foreignIdNumber'
  const named = (name: string) => ({ value: names[name]?.[language] ?? name, isName: names[name]?.[language] === undefined })
  const exact = inWords(new Date(submittedAt), language, { dateStyle: 'long', timeStyle: 'long', timeZone })
  return [
    { label: t('apply:sent.reference'), value: reference, isStrong: true },
    ...(code ? [{ label: t('apply:sent.accessCode'), value: accessCodeInGroups(code), isStrong: true }] : []),
    { label: t('apply:receipt.sentAt'), value: exact },
    ...(answered ? [{ label: t('progress:steps.changesSent'), value: momentInWords(answered.at, language) }] : []),
    { label: t('apply:receipt.name'), value: `${values.lastName ?? ''} ${values.firstName ?? ''}`, isStrong: true },
    { label: t(`apply:fields.${number}.label`), value: values[number] ?? '' },
    { label: t('apply:fields.departmentProfileId.label'), ...named(department) },
    { label: t('apply:fields.specializationId.label'), ...named(specialization) },
    ...choices.slice(1).map(({ programme }, index) => ({
      label: t('apply:choices.number', { number: String(index + 2) }),
      ...named(programme),
    })),
    ...documents.map((one) => ({ label: t(documentLabelKey(one.document, cycle)), value: fileText(one, language) })),
  ]
}

function drawFee(drawing: Drawing, t: Text, { applicationFee: fee, reference }: WireApplication): void {
  if (!fee) return
  const { doc, language } = drawing
  write(drawing, t('progress:fee.title'), { as: 'H2' }, { x: left, y: doc.y + 18, size: 14, face: 'semibold', width })
  doc.y += 6
  drawFacts(drawing, [
    { label: t('progress:fee.amount'), value: amountInWords(fee.amount, language), isStrong: true },
    ...(fee.account
      ? [
          { label: t('progress:fee.holder'), value: fee.account.holder, isName: true },
          { label: t('progress:fee.iban'), value: ibanInGroups(fee.account.iban) },
          { label: t('progress:fee.details'), value: reference },
        ]
      : []),
  ])
  write(
    drawing,
    t(`progress:fee.${fee.account ? 'transfer' : 'atOffice'}`),
    { as: 'P' },
    { x: left, y: doc.y + 4, size: 11, width, lineGap: 2 },
  )
}

/** Draws the next step, using the same sentence as the pages and emails. */
function drawNext(drawing: Drawing, t: Text, { progress }: WireApplication): void {
  const { doc, language } = drawing
  const { key, params } = sentenceOf(progress, language)
  write(drawing, t('apply:sent.nextTitle'), { as: 'H2' }, { x: left, y: doc.y + 18, size: 14, face: 'semibold', width })
  const text = { x: left, size: 11, width, lineGap: 2 }
  write(drawing, `${t(`progress:turns.${progress.turn}`)}. ${t(key, params)}`, { as: 'P' }, { ...text, y: doc.y + 6 })
  write(drawing, t('apply:sent.tell'), { as: 'P' }, { ...text, y: doc.y + 4 })
}

function drawOffice(drawing: Drawing, t: Text, { phone, email, hours }: Office): void {
  const { doc } = drawing
  const known = [phone && phoneInGroups(phone), email, hours].filter(Boolean)
  if (known.length === 0) return
  drawRule(drawing, doc.y + 14)
  write(drawing, `${t('apply:office')} ${known.join(' · ')}`, { as: 'P' }, { x: left, y: doc.y + 24, size: 10, color: colors.quiet, width })
}
