import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { dateTimeText, formatNumericDate } from '@matricola/console/fields/date-text.ts'
import { FieldValue } from '@matricola/console/fields/field-value.tsx'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { copyText } from '@matricola/console/screens/copy-text.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { useState } from 'react'
import type { RequestedChange } from '#resources/admission/wire.ts'
import type { WireCheck, WireRegistration } from '#resources/admission/wire-review.ts'
import { ChangeNote } from './change-note.tsx'
import { Checks } from './checks.tsx'
import { FlagButton, FlagNote } from './flag.tsx'
import { askedFieldLabel } from './labels.ts'
import { registrationsResource } from './registration.ts'

interface DataRowProps {
  readonly name: string
  readonly record: WireRegistration
  readonly checks: readonly WireCheck[]
  /** The unmasked number, while it is revealed. */
  readonly revealed: string | null
  /** Reveals the number, or masks it again. Absent if nothing is masked. */
  readonly onReveal?: () => void
  readonly change: RequestedChange | undefined
  readonly note: string | undefined
  /** Absent if the field cannot be flagged now. */
  readonly onFlag?: () => void
  readonly onNote?: (note: string) => void
}

/**
 * A value with its label, the results of checks, requested changes, and a button that flags it for
 * a change request.
 */
export function DataRow({
  name,
  record,
  checks,
  revealed,
  onReveal,
  change,
  note,
  onFlag,
  onNote,
}: DataRowProps) {
  const { t, language } = usePageText()
  const label = askedFieldLabel(t, name, record)
  const isFlagged = note !== undefined && onFlag !== undefined
  const entry = record.gradesEntered.find(({ grade }) => grade === name)
  return (
    <div
      className={isFlagged ? 'review-row flagged' : change ? 'review-row changed' : 'review-row'}
      data-field={name}
    >
      <dt>{label}</dt>
      <dd>
        <span className="review-value">
          {revealed ? (
            <span className="national-id">{revealed}</span>
          ) : (
            <FieldValue resource={registrationsResource} name={name} record={record} />
          )}
          {onReveal && (
            <button
              type="button"
              className="button-link review-reveal"
              aria-keyshortcuts="v"
              onClick={onReveal}
            >
              {t(revealed ? 'review:hide' : 'review:reveal')}{' '}
              <span className="visually-hidden">{label}</span>
            </button>
          )}
          {(!onReveal || revealed) && (
            <CopyButton
              label={label}
              text={revealed ?? fieldText(name, record)}
              isInTabOrder={onFlag === undefined}
            />
          )}
        </span>
        <Checks checks={checks} record={record} />
        {entry && <EntryNote entry={entry} />}
        {change && <ChangeNote change={change} before={previousText(name, change, language)} />}
        {isFlagged && onNote && <FlagNote label={label} note={note} onChange={onNote} />}
      </dd>
      <dd className="review-flag">
        {onFlag && <FlagButton label={label} isOn={isFlagged} onClick={onFlag} />}
      </dd>
    </div>
  )
}

function previousText(name: string, { oldValue }: RequestedChange, language: string): string {
  const old = oldValue ?? ''
  return fieldOf(registrationsResource, name).type === 'date'
    ? formatNumericDate(old, language)
    : old
}

/** Returns the value as text, or the title of the record it refers to. */
function fieldText(name: string, record: WireRegistration): string {
  const value = record._titles[name] ?? record[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * Shows who entered a grade and when, because staff confirm only grades that they entered
 * themselves or that a diploma proves.
 */
function EntryNote({
  entry: { at, actor },
}: {
  readonly entry: WireRegistration['gradesEntered'][number]
}) {
  const { t, language } = usePageText()
  return (
    <span className="review-change">
      {t(`review:entered.${actor.kind}`, { name: actor.name, date: dateTimeText(at, language) })}
    </span>
  )
}

const copiedMs = 2000

interface CopyButtonProps {
  readonly label: string
  readonly text: string
  /**
   * Whether the button is in the tab order. If the row has a flag button, only the flag button is,
   * and the shortcut C copies the value.
   */
  readonly isInTabOrder: boolean
}

function CopyButton({ label, text, isInTabOrder }: CopyButtonProps) {
  const { t } = usePageText()
  const [isCopied, setCopied] = useState(false)
  if (text === '') return null
  const copy = async () => {
    if (!(await copyText(text))) return
    setCopied(true)
    setTimeout(() => setCopied(false), copiedMs)
  }
  const name = t('review:copy', { field: label })
  return (
    <button
      type="button"
      className="button-icon review-copy"
      title={name}
      tabIndex={isInTabOrder ? undefined : -1}
      onClick={() => void copy()}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
      <LiveRegion as="span" className="visually-hidden">
        {isCopied ? t('review:copied') : ''}
      </LiveRegion>
    </button>
  )
}
