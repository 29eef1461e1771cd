import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { Checkbox } from '@matricola/console/kit/checks.tsx'
import { Dialog } from '@matricola/console/kit/dialog.tsx'
import { TextArea } from '@matricola/console/kit/inputs.tsx'
import { KeyHint } from '@matricola/console/screens/key-hint.tsx'
import { choiceKey } from '@matricola/schema/message-keys.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { FailureText } from './failure-text.tsx'
import { registrationsResource } from './registration.ts'
import { applicantTextQuery } from './use-applicant-text.ts'

interface DeclineDialogProps {
  /** Label of the transition. */
  readonly transitionLabel: string
  /** The applicant's name. */
  readonly name: string
  readonly isHidden: boolean
  /** The applicant's language, in which the reason is sent. */
  readonly language: string
  readonly onDecline: (input: {
    readonly reasonCode: string
    readonly issueExplanation: string
  }) => Promise<void>
  readonly onClose: () => void
}

/**
 * Reasons available to staff, in the order of their digit keys. Other reasons are used by the
 * program and by applicants.
 */
export const staffDeclineReasons = [
  'incomplete_documents',
  'invalid_identity',
  'not_eligible',
  'no_places',
  'ranked_below_cutoff',
  'duplicate',
  'false_data',
  'update_expired',
  'other',
] as const

/**
 * Asks for the reason of a negative decision. A digit key sends a reason with its standard text; E
 * edits the text first.
 */
export function DeclineDialog({
  transitionLabel,
  name,
  isHidden,
  language,
  onDecline,
  onClose,
}: DeclineDialogProps) {
  const { t } = usePageText()
  const client = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const [explanation, setExplanation] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const textarea = useRef<HTMLTextAreaElement>(null)
  const isSending = useRef(false)

  const send = async (reasonCode: string, issueExplanation: string) => {
    if (isSending.current) return
    isSending.current = true
    setFailure(null)
    try {
      await onDecline({ reasonCode, issueExplanation })
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      isSending.current = false
    }
  }
  const choose = async (reason: string) => {
    const { text } = await client.ensureQueryData(applicantTextQuery(language))
    const template = reason === 'other' ? '' : text(`review:reasons.${reason}`)
    // "Other" has no standard text, so it always has to be written.
    if (!isEditing && reason !== 'other') return send(reason, template)
    setChosen(reason)
    setExplanation(template)
  }
  useEffect(() => {
    if (chosen) textarea.current?.focus()
  }, [chosen])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat) return
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter' && chosen) {
      event.preventDefault()
      return void send(chosen, explanation)
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === textarea.current) return
    const digit =
      /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ??
      (/^[1-9]$/.test(event.key) ? event.key : null)
    const reason = digit ? staffDeclineReasons[Number(digit) - 1] : undefined
    if (reason) {
      event.preventDefault()
      void choose(reason)
    } else if (event.key.toLowerCase() === 'e') {
      event.preventDefault()
      setEditing(true)
    }
  }
  return (
    <Dialog
      title={t('review:stepOf', { step: transitionLabel, name })}
      isDestructive
      isHidden={isHidden}
      onClose={onClose}
      footer={
        <>
          {chosen && (
            <Button kind="destructiveSolid" onClick={() => void send(chosen, explanation)}>
              {transitionLabel}
            </Button>
          )}
          <Button onClick={onClose}>{t('form.cancel')}</Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts for the buttons inside */}
      <div className="stack" onKeyDown={onKeyDown}>
        <FailureText failure={failure} />
        {chosen ? (
          <label className="stack">
            <span className="field-label">
              {t('review:decline.words', {
                language: t(`resources:${registrationsResource.name}.choices.language.${language}`),
              })}
            </span>
            <TextArea
              ref={textarea}
              rows={5}
              lang={language}
              value={explanation}
              onChange={(event) => setExplanation(event.target.value)}
            />
            <span className="caption">{t('review:decline.sendHint')}</span>
          </label>
        ) : (
          <>
            <p>{t(isEditing ? 'review:decline.chooseToEdit' : 'review:decline.choose')}</p>
            <ol className="bare-list review-reasons">
              {staffDeclineReasons.map((reason, index) => (
                <li key={reason}>
                  <button
                    type="button"
                    className="popup-item"
                    aria-keyshortcuts={String(index + 1)}
                    onClick={() => void choose(reason)}
                  >
                    <KeyHint name={index + 1} />
                    {t(`resources:${choiceKey(registrationsResource, 'reasonCode', reason)}`)}
                  </button>
                </li>
              ))}
            </ol>
            <Checkbox checked={isEditing} onChange={(event) => setEditing(event.target.checked)}>
              {t('review:decline.edit')} <KeyHint name="E" />
            </Checkbox>
          </>
        )}
      </div>
    </Dialog>
  )
}
