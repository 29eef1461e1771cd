import { useLanguage, useNamespaceLoaded, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatAccessCode } from '#resources/admission/access-code.ts'
import { initialState } from '#resources/admission/application-state.ts'
import { statusPath } from '#resources/paths.ts'
import { ApplicationFee } from '../../progress/application-fee.tsx'
import { Milestones } from '../../progress/milestones.tsx'
import { StatePanel } from '../../progress/state-panel.tsx'
import { TranslatedNameText } from '../../university-language.tsx'
import { CopyLine } from '../copy-line.tsx'
import { hasNavigated, replaceView } from '../steps/steps.ts'
import { SaveReceipt } from './save-receipt.tsx'
import { AdmissionOfficeLine } from './submission-error.tsx'
import {
  lastSubmitted,
  type Receipt,
  readReceipt,
  type SubmittedApplication,
} from './submitted-application.ts'
import '../answers.css'

/**
 * The confirmation: reference number and access code to keep. When it is opened again later, only
 * the browser knows the reference number, so the server renders only the heading.
 */
export function SubmittedPage() {
  const t = useText('apply')
  const language = useLanguage()
  const [sent] = useState(lastSubmitted)
  const [receipt, setReceipt] = useState<Receipt | null>(sent)
  const heading = useRef<HTMLHeadingElement>(null)
  // Runs before the browser paints the hydrated page.
  useLayoutEffect(() => setReceipt(sent ?? readReceipt()), [sent])
  useEffect(() => {
    if (!sent && !readReceipt()) replaceView('start')
    else if (hasNavigated()) {
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
        {sent ? <ApplicantAndProgramme sent={sent} /> : null}
        {receipt ? (
          <p>{t('sent.at', { date: formatLongInstant(receipt.submittedAt, language) })}</p>
        ) : null}
      </div>
      {receipt ? <SubmittedDetails sent={sent} receipt={receipt} /> : null}
    </PublicFrame>
  )
}

/** Status of the application and the next steps. */
function SubmittedDetails({
  sent,
  receipt,
}: {
  sent: SubmittedApplication | null
  receipt: Receipt
}) {
  const t = useText('apply')
  // The texts of states are not among those of the form. The last step loads them in advance.
  const hasStateTexts = useNamespaceLoaded('application')
  return (
    <>
      {sent ? <AccessDetails sent={sent} /> : <ReferenceReminder receipt={receipt} />}
      {hasStateTexts && receipt.fee ? (
        <ApplicationFee fee={receipt.fee} reference={receipt.reference} />
      ) : null}
      {hasStateTexts ? <NextSteps receipt={receipt} /> : null}
      {sent ? <SaveReceipt submitted={sent} /> : null}
      <p>
        <a className={sent ? 'button' : 'button button-primary'} href={statusPath}>
          {t('sent.status')}
        </a>
      </p>
    </>
  )
}

/** The applicant and the programme. */
function ApplicantAndProgramme({ sent: { values, publicConfig } }: { sent: SubmittedApplication }) {
  const programme = publicConfig.specializations.find(({ id }) => id === values.specializationId)
  return (
    <p className="sent-name">
      {values.firstName.trim()} {values.lastName.trim()}
      {programme ? (
        <span>
          <TranslatedNameText of={programme} />
        </span>
      ) : null}
    </p>
  )
}

function AccessDetails({ sent }: { sent: SubmittedApplication }) {
  const t = useText('apply')
  return (
    <>
      <CopyLine label={t('sent.reference')} text={sent.reference} />
      <CopyLine label={t('sent.accessCode')} text={formatAccessCode(sent.accessCode)} />
      <p>{t('sent.keep', { address: maskedAddress(sent.values.personalEmail.trim()) })}</p>
    </>
  )
}

/** After a reload, the access code is not shown again. */
function ReferenceReminder({ receipt }: { receipt: Receipt }) {
  const t = useText('apply')
  return (
    <>
      <CopyLine label={t('sent.reference')} text={receipt.reference} />
      <p>{t('sent.codeOnce')}</p>
    </>
  )
}

function NextSteps({ receipt: { reference, submittedAt, fee } }: { receipt: Receipt }) {
  const t = useText('apply')
  const state = initialState(submittedAt, fee)
  return (
    <>
      <h2 className="apply-section">{t('sent.nextTitle')}</h2>
      <StatePanel reference={reference} state={state} />
      <Milestones state={state} />
      <p>{t('sent.notification')}</p>
      <AdmissionOfficeLine />
    </>
  )
}

/** `st•••@example.ro` */
const maskedAddress = (address: string) => address.replace(/^(.{0,2})[^@]*/, '$1•••')
