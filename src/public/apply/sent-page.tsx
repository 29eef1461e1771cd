import { useEffect, useRef, useState } from 'react'
import { accessCodeInGroups } from '#model/admission/access-code.ts'
import { statusPath } from '#model/paths.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { PublicFrame } from '../frame.tsx'
import { CopyLine } from './copy-line.tsx'
import { type Receipt, readReceipt } from './draft.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { Office } from './send-failure.tsx'
import { lastSent, type Sent } from './sent.ts'
import { hasComeFromElsewhere, replaceBy } from './steps.ts'
import { romanianTime } from './times.ts'
import './answers.css'

/** After the server has said yes: reference and access code to keep. Opened again later, it only knows the reference. */
export function SentPage() {
  const t = useText('apply')
  const [sent] = useState(lastSent)
  const [receipt] = useState<Receipt | null>(() => sent ?? readReceipt())
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!receipt) replaceBy('start')
    else if (hasComeFromElsewhere()) {
      document.documentElement.scrollTop = 0
      heading.current?.focus({ preventScroll: true })
    }
  }, [receipt])
  if (!receipt) return null
  return (
    <PublicFrame title={t('sent.title')}>
      <h1 ref={heading} tabIndex={-1}>
        {t('sent.title')}
      </h1>
      {sent ? <Confirmation sent={sent} /> : <Reminder receipt={receipt} />}
    </PublicFrame>
  )
}

function Confirmation({ sent }: { sent: Sent }) {
  const t = useText('apply')
  const [printsCode, setPrintsCode] = useState(false)
  return (
    <>
      <div className="no-print">
        <CopyLine label={t('sent.reference')} text={sent.reference} />
        <CopyLine label={t('sent.accessCode')} text={accessCodeInGroups(sent.accessCode)} />
        <p>{t('sent.keep', { address: maskedAddress(sent.values.personalEmail.trim()) })}</p>
        <Next submittedAt={sent.submittedAt} />
        <label className="apply-check">
          <input type="checkbox" checked={printsCode} onChange={(event) => setPrintsCode(event.target.checked)} />
          <span>{t('sent.printCode')}</span>
        </label>
        <div className="apply-buttons">
          <button type="button" className="button button-primary" onClick={() => window.print()}>
            {t('sent.print')}
          </button>
          <a className="button" href={statusPath}>
            {t('sent.status')}
          </a>
        </div>
      </div>
      <ReceiptSheet sent={sent} printsCode={printsCode} />
    </>
  )
}

/** The page was loaded again: the code is not shown a second time. */
function Reminder({ receipt }: { receipt: Receipt }) {
  const t = useText('apply')
  return (
    <>
      <CopyLine label={t('sent.reference')} text={receipt.reference} />
      <p>{t('sent.codeOnce')}</p>
      <Next submittedAt={receipt.submittedAt} />
      <p>
        <a className="button button-primary" href={statusPath}>
          {t('sent.status')}
        </a>
      </p>
    </>
  )
}

function Next({ submittedAt }: { submittedAt: string }) {
  const t = useText('apply')
  const language = useLanguage()
  return (
    <>
      <h2 className="apply-section">{t('sent.nextTitle')}</h2>
      <ul className="apply-list">
        <li>{t('sent.at', { date: romanianTime(submittedAt, language) })}</li>
        <li>{t('sent.review')}</li>
        <li>{t('sent.tell')}</li>
      </ul>
      <Office />
    </>
  )
}

/** `st•••@example.ro` */
const maskedAddress = (address: string) => address.replace(/^(.{0,2})[^@]*/, '$1•••')
