import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import type { FieldIssues } from '#model/wire.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import { PublicFrame } from '../frame.tsx'
import type { Draft } from './draft.ts'
import { focusField } from './focus.ts'
import type { FrameParts } from './form.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { StepLink } from './step-link.tsx'
import { currentPassage, fieldsOf, hasComeFromElsewhere, type Step, steps, type View } from './steps.ts'
import { Summary } from './summary.tsx'
import { deviceClock } from './times.ts'
import { useDelayed } from './use-delayed.ts'
import type { DraftDoor } from './use-draft.ts'

interface Parts {
  readonly frame: FrameParts
  readonly draft: Draft
  readonly door: DraftDoor
  readonly issues: FieldIssues
  readonly title: string
  readonly intro?: string
  readonly children: ReactNode
}

/** One step of the form: the way back, where one is, what is wrong, the fields, the way on. */
export function StepFrame({ frame, draft, door, issues, title, intro, children }: Parts) {
  const t = useText('apply')
  const { step } = frame
  const shown = issuesHere(step, issues, draft)
  const heading = useArrival(draft)
  const isSlow = useDelayed(frame.isSaving, 1000)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!frame.isSaving) frame.onContinue()
  }
  const number = steps.indexOf(step) + 1
  const progress = t('progress', { number, count: steps.length, name: t(`steps.${step}.name`) })
  return (
    <PublicFrame title={`${title} (${progress})`} hasErrors={Object.keys(shown).length > 0}>
      <OfflineBar />
      <StepLink to={before(step)} className="public-back">
        <Icon name="arrow-left" /> {t('back')}
      </StepLink>
      <Summary issues={shown} attempt={frame.attempt} draft={draft} />
      <p className="apply-progress">{progress}</p>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {intro ? <p className="public-intro">{intro}</p> : null}
      <form onSubmit={submit} noValidate>
        {children}
        <button type="submit" className="button button-primary public-submit" aria-disabled={frame.isSaving}>
          {isSlow ? t('saving') : t('continue')}
        </button>
      </form>
      {step === 'identity' ? null : <LaterLink />}
      <SavedLine door={door} />
    </PublicFrame>
  )
}

const issuesHere = (step: Step, issues: FieldIssues, draft: Draft): FieldIssues =>
  Object.fromEntries(fieldsOf(step, draft.values).flatMap((name) => (issues[name] ? [[name, issues[name]]] : [])))

const before = (step: Step): View => steps[steps.indexOf(step) - 1] ?? 'start'

/** Whoever comes from another step stands at its heading, at the top; who was led to a field stands there. */
export function useArrival(draft: Draft) {
  const heading = useRef<HTMLHeadingElement>(null)
  const key = draft.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => {
    if (!hasComeFromElsewhere()) return
    const { field } = currentPassage()
    document.documentElement.scrollTop = 0
    if (field === undefined) heading.current?.focus()
    else focusField(document.getElementById(`change-${field}`) ? `change-${field}` : field)
  }, [key])
  return heading
}

/** From the second step on: before that there is neither much to lose nor an address. */
export function LaterLink() {
  const t = useText('apply')
  return (
    <p className="apply-later">
      <StepLink to="later">{t('later.link')}</StepLink>
    </p>
  )
}

export function SavedLine({ door }: { door: DraftDoor }) {
  const t = useText('apply')
  const language = useLanguage()
  if (door.isRefused) return <p className="apply-note">{t('notSaved')}</p>
  if (!door.savedAt) return null
  const later = door.draft?.later
  return (
    <p className="apply-saved">
      {t(door.draft?.isShared ? 'savedInTab' : 'saved', { time: deviceClock(door.savedAt, language) })}
      {later ? `. ${t('later.alsoSaved', { time: deviceClock(later.savedAt, language) })}` : null}
    </p>
  )
}
