import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { accessCodeInGroups } from '#model/admission/access-code.ts'
import { newProgress } from '#model/admission/progress.ts'
import { statusPath } from '#model/paths.ts'
import { momentInWords } from '#model/values/dates.ts'
import { useLanguage, useText } from '../../../i18n.ts'
import { Icon } from '../../../icons/icon.tsx'
import { PublicFrame } from '../../frame.tsx'
import { OwnName } from '../../own.tsx'
import { ApplicationFee } from '../../progress/application-fee.tsx'
import { Standing } from '../../progress/standing.tsx'
import { Steps } from '../../progress/steps.tsx'
import { CopyLine } from '../copy-line.tsx'
import { hasComeFromElsewhere, replaceBy } from '../steps/steps.ts'
import { SaveReceipt } from './save-receipt.tsx'
import { Office } from './send-failure.tsx'
import { lastSent, type Receipt, readReceipt, type Sent } from './sent.ts'
import '../answers.css'

/**
 * The confirmation: reference number and access code to keep. When it is opened again later, only the browser knows the reference
 * number, so the server renders only the heading.
 */
export function SentPage() {
  const t = useText('apply')
  const language = useLanguage()
  const [sent] = useState(lastSent)
  const [receipt, setReceipt] = useState<Receipt | null>(sent)
  const heading = useRef<HTMLHeadingElement>(null)
  // Runs before the browser paints the hydrated page.
  useLayoutEffect(() => setReceipt(sent ?? readReceipt()), [sent])
  useEffect(() => {
    if (!sent && !readReceipt()) replaceBy('start')
    else if (hasComeFromElsewhere()) {
      document.documentElement.scrollTop = 0
      heading.current?.focus({ preventScroll: true })
    }
  }, [sent])
  return (
    <PublicFrame title={t('sent.title')}>
      <div className="sent-panel">
        <span className="sent-tick">
          <Icon name="check" />
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {t('sent.title')}
        </h1>
        {sent ? <Whose sent={sent} /> : null}
        {receipt ? <p>{t('sent.at', { date: momentInWords(receipt.submittedAt, language) })}</p> : null}
      </div>
      {receipt ? <Rest sent={sent} receipt={receipt} /> : null}
    </PublicFrame>
  )
}

/** Status of the application and the next steps. */
function Rest({ sent, receipt }: { sent: Sent | null; receipt: Receipt }) {
  const t = useText('apply')
  return (
    <>
      {sent ? <Keep sent={sent} /> : <Reminder receipt={receipt} />}
      {receipt.fee ? <ApplicationFee fee={receipt.fee} reference={receipt.reference} /> : null}
      <Next receipt={receipt} />
      {sent ? <SaveReceipt sent={sent} /> : null}
      <p>
        <a className={sent ? 'button' : 'button button-primary'} href={statusPath}>
          {t('sent.status')}
        </a>
      </p>
    </>
  )
}

/** The applicant and the programme. */
function Whose({ sent: { values, intake } }: { sent: Sent }) {
  const programme = intake.specializations.find(({ id }) => id === values.specializationId)
  return (
    <p className="sent-name">
      {values.firstName.trim()} {values.lastName.trim()}
      {programme ? (
        <span>
          <OwnName of={programme} />
        </span>
      ) : null}
    </p>
  )
}

function Keep({ sent }: { sent: Sent }) {
  const t = useText('apply')
  return (
    <>
      <CopyLine label={t('sent.reference')} text={sent.reference} />
      <CopyLine label={t('sent.accessCode')} text={accessCodeInGroups(sent.accessCode)} />
      <p>{t('sent.keep', { address: maskedAddress(sent.values.personalEmail.trim()) })}</p>
    </>
  )
}

/** After a reload, the access code is not shown again. */
function Reminder({ receipt }: { receipt: Receipt }) {
  const t = useText('apply')
  return (
    <>
      <CopyLine label={t('sent.reference')} text={receipt.reference} />
      <p>{t('sent.codeOnce')}</p>
    </>
  )
}

function Next({ receipt: { reference, submittedAt, fee } }: { receipt: Receipt }) {
  const t = useText('apply')
  const progress = newProgress(submittedAt, fee)
  return (
    <>
      <h2 className="apply-section">{t('sent.nextTitle')}</h2>
      <Standing reference={reference} progress={progress} />
      <Steps progress={progress} />
      <p>{t('sent.tell')}</p>
      <Office />
    </>
  )
}

/** `st•••@example.ro` */
const maskedAddress = (address: string) => address.replace(/^(.{0,2})[^@]*/, '$1•••')
