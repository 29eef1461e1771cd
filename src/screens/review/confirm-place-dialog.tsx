import { useIssueText } from '@matricola/console/fields/issue-text.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { titleText } from '@matricola/console/fields/title-text.ts'
import { Radio } from '@matricola/console/kit/checks.tsx'
import { FormDialog } from '@matricola/console/pages/form/form-dialog.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { useSubmission } from '@matricola/console/pages/form/use-dialog-submission.ts'
import type { useRecordAction } from '@matricola/console/pages/form/use-record-action.ts'
import { useCall } from '@matricola/console/use-call.ts'
import { type ReactNode, useId, useRef, useState } from 'react'
import {
  type AcceptanceMode,
  acceptanceModes,
  type ToldWay,
  toldWays,
} from '#resources/admission/place-acceptance.ts'
import { quotaIdOf } from '#resources/admission/ranking.ts'
import type { WirePlaceQuestion, WireQuestionPlace } from '#resources/admission/wire-merit.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { formatAmount } from '#resources/currency.ts'
import { registrationsResource } from './registration.ts'
import './confirm-place.css'

interface ConfirmPlaceDialogProps {
  readonly record: WireRegistration
  readonly run: ReturnType<typeof useRecordAction>['send']
  readonly onClose: () => void
}

const action = 'confirmPlace'

/**
 * Confirms the place of an applicant, with the answer to the question that applicants also answer
 * themselves. Staff cannot agree to costs for an applicant.
 */
export function ConfirmPlaceDialog({ record, run, onClose }: ConfirmPlaceDialogProps) {
  const { t } = usePageText()
  const issueText = useIssueText()
  const scope = useId()
  const form = useRef<HTMLDivElement>(null)
  const { data, error, refetch } = useCall(reviewCalls.placeQuestion, { params: { id: record.id } })
  const [mode, setMode] = useState<AcceptanceMode | null>(null)
  const [told, setTold] = useState<ToldWay | null>(null)
  const [isRefused, setRefused] = useState(false)
  const { failure, issues, isRunning, send } = useSubmission(scope, [])
  const [issue] = Object.values(issues).flat()
  const question = data?.question
  // An answer that the applicant has given stays.
  const isAsked = question != null && question.answer === null
  const asksMode = isAsked && question.higher.length > 0
  const missing = asksMode && mode === null ? 'mode' : isAsked && told === null ? 'told' : null
  const submit = async () => {
    if (isRunning || !question) return
    setRefused(missing !== null)
    if (missing !== null)
      return form.current
        ?.querySelector<HTMLInputElement>(`input[name="${scope}-${missing}"]`)
        ?.focus()
    const input = isAsked ? { answer: { mode: mode ?? 'keep', told, shown: question.shown } } : {}
    await send(async (headers) => {
      try {
        await run({ action, input, headers })
      } catch (refusal) {
        await refetch()
        throw refusal
      }
    }, onClose)
  }
  return (
    <FormDialog
      title={t('show.actionTitle', {
        action: t(`resources:${registrationsResource.name}.actions.${action}`),
        name: titleText(registrationsResource, record, t),
      })}
      submit={question ? t(`resources:${registrationsResource.name}.actions.${action}`) : null}
      isDisabled={isRunning}
      cancel={t('form.cancel')}
      failure={issue ? issueText(issue) : failure}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <FieldsSkeleton rows={4} />
      ) : !question ? (
        <p>{t('review:confirmPlace.noPlace')}</p>
      ) : (
        <div ref={form} className="confirm-place">
          <Place place={question.held} isHeld />
          {question.answer && <Answer question={question} />}
          {asksMode && (
            <Choice
              legend={t('review:confirmPlace.question')}
              refusal={isRefused && mode === null ? t('review:confirmPlace.chooseOne') : null}
            >
              {acceptanceModes.map((one) => (
                <ModeRadio
                  key={one}
                  {...{ mode: one, question, name: `${scope}-mode` }}
                  isChosen={mode === one}
                  onChoose={() => setMode(one)}
                />
              ))}
            </Choice>
          )}
          {isAsked && (
            <Choice
              legend={t('review:confirmPlace.told.title')}
              refusal={isRefused && told === null ? t('review:confirmPlace.chooseOne') : null}
            >
              {toldWays.map((way) => (
                <Radio
                  key={way}
                  name={`${scope}-told`}
                  checked={told === way}
                  onChange={() => setTold(way)}
                >
                  {t(`review:confirmPlace.told.${way}`)}
                </Radio>
              ))}
            </Choice>
          )}
        </div>
      )}
    </FormDialog>
  )
}

interface ChoiceProps {
  readonly legend: string
  readonly refusal: string | null
  readonly children: ReactNode
}

/** Radio buttons with their question, and the message if none was chosen. */
function Choice({ legend, refusal, children }: ChoiceProps) {
  const id = useId()
  return (
    <fieldset
      className="confirm-place-choice"
      aria-invalid={refusal !== null || undefined}
      aria-describedby={refusal === null ? undefined : id}
    >
      <legend>{legend}</legend>
      {refusal !== null && (
        <p id={id} className="field-error" role="alert">
          {refusal}
        </p>
      )}
      {children}
    </fieldset>
  )
}

interface ModeRadioProps {
  readonly mode: AcceptanceMode
  readonly question: WirePlaceQuestion
  readonly name: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** One of the answers. Moving up lists the choices that it covers, and those that it does not. */
function ModeRadio({ mode, question, name, isChosen, onChoose }: ModeRadioProps) {
  const { t } = usePageText()
  const free = question.higher.filter(({ costsMore }) => !costsMore)
  const dearer = question.higher.filter(({ costsMore }) => costsMore)
  const isMoveUp = mode === 'moveUp'
  return (
    <div>
      <Radio
        name={name}
        checked={isChosen}
        disabled={isMoveUp && free.length === 0}
        onChange={onChoose}
      >
        {t(`review:confirmPlace.modes.${mode}`)}
      </Radio>
      {isMoveUp && (
        <div className="confirm-place-places">
          <Places places={free} />
          {dearer.length > 0 && (
            <>
              <p>{t('review:confirmPlace.onlyApplicant')}</p>
              <Places places={dearer} />
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** The answer of the applicant, which the confirmation does not change. */
function Answer({ question: { answer, higher } }: { readonly question: WirePlaceQuestion }) {
  const { t } = usePageText()
  if (!answer) return null
  const ids = answer.consented.map((one) => quotaIdOf(one.specializationId, one.kind))
  return (
    <>
      <p>{t(`review:confirmPlace.answered.${answer.mode}`)}</p>
      <Places
        places={higher.filter((one) => ids.includes(quotaIdOf(one.specializationId, one.kind)))}
      />
    </>
  )
}

function Places({ places }: { readonly places: readonly WireQuestionPlace[] }) {
  if (places.length === 0) return null
  return (
    <ul>
      {places.map((place) => (
        <li key={quotaIdOf(place.specializationId, place.kind)}>
          <Place place={place} />
        </li>
      ))}
    </ul>
  )
}

/** A place with its position among the choices and what it costs. */
function Place({
  place,
  isHeld = false,
}: {
  readonly place: WireQuestionPlace
  readonly isHeld?: boolean
}) {
  const { t, language } = usePageText()
  const { programme, number, kind, kindName, funding, tuition, confirmationFee } = place
  const name = t('review:confirmPlace.place', {
    number,
    programme,
    kind: kindName ?? t(`resources:${registrationsResource.name}.choices.wonFunding.${kind}`),
  })
  const cost =
    funding === 'budget'
      ? t('review:confirmPlace.noTuition')
      : tuition === null
        ? t('review:confirmPlace.unknownTuition')
        : t('review:confirmPlace.tuition', { amount: formatAmount(tuition, language) })
  return (
    <p className="confirm-place-place">
      {isHeld ? <strong>{name}</strong> : name}
      <span className="caption">
        {confirmationFee
          ? t('review:confirmPlace.withFee', {
              cost,
              amount: formatAmount(confirmationFee, language),
            })
          : cost}
      </span>
    </p>
  )
}
