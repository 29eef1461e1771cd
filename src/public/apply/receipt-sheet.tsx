import { accessCodeInGroups } from '#model/admission/access-code.ts'
import { documentNames } from '#model/admission/documents.ts'
import { phoneInGroups } from '#model/phone.ts'
import { productName } from '../../config.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { fileText } from '../documents/size-text.ts'
import { Own } from '../own.tsx'
import { answerText } from './answers.tsx'
import { compactCnp } from './cnp-facts.ts'
import type { Sent } from './sent.ts'
import { exactRomanianTime } from './times.ts'
import { labelOf } from './words.ts'

/** One page of paper that proves what was sent; only printing shows it. The access code stands on it where that is wanted. */
export function ReceiptSheet({ sent, printsCode }: { sent: Sent; printsCode: boolean }) {
  const t = useText('apply')
  const language = useLanguage()
  const { values, intake } = sent
  const number = values.identityType === 'cnp' ? masked(compactCnp(values.cnp)) : masked(values.foreignIdNumber.trim())
  const rows: readonly (readonly [string, string])[] = [
    [t('sent.reference'), sent.reference],
    ...(printsCode ? [[t('sent.accessCode'), accessCodeInGroups(sent.accessCode)] as const] : []),
    [t('receipt.sentAt'), exactRomanianTime(sent.submittedAt, language)],
    [t('receipt.name'), `${values.lastName.trim()} ${values.firstName.trim()}`],
    [labelOf(values.identityType === 'cnp' ? 'cnp' : 'foreignIdNumber', values), number],
    [labelOf('departmentProfileId', values), answerText('departmentProfileId', values, intake, language)],
    [labelOf('specializationId', values), answerText('specializationId', values, intake, language)],
    ...documentNames.flatMap((name) => {
      const state = sent.documents[name]
      if (state?.step !== 'done') return []
      return [[labelOf(name, values), fileText(state.sent, language)] as const]
    }),
  ]
  const names = new Set([labelOf('departmentProfileId', values), labelOf('specializationId', values)])
  return (
    <section className="receipt">
      <p className="receipt-university">
        <Own>{intake.universityName || productName}</Own>
      </p>
      <h2>{t('receipt.title')}</h2>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{names.has(label) ? <Own>{value}</Own> : value}</dd>
          </div>
        ))}
      </dl>
      <p>{t('sent.review')}</p>
      <p>{t('sent.tell')}</p>
      <p>
        {[intake.admissionPhone && phoneInGroups(intake.admissionPhone), intake.admissionEmail, intake.officeHours]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </section>
  )
}

/** `5•••••••••017` */
const masked = (number: string) => `${number.slice(0, 1)}${'•'.repeat(Math.max(0, number.length - 4))}${number.slice(-3)}`
