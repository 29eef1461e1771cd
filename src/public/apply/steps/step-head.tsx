import type { ReactNode } from 'react'
import type { WireIntake } from '#model/admission/wire.ts'
import { timeInWords } from '#model/values/dates.ts'
import { useLanguage, useText } from '../../../i18n.ts'
import { Icon } from '../../../icons/icon.tsx'
import { Deadline } from '../deadline.tsx'
import type { Draft } from '../draft.ts'
import { OfflineBar } from '../offline-bar.tsx'
import type { DraftDoor } from '../use-draft.ts'
import { StepLine } from './step-line.tsx'
import { StepLink } from './step-link.tsx'
import { type Step, steps, type View } from './steps.ts'
import { useArrival } from './use-arrival.ts'

interface Parts {
  readonly step: Step
  readonly draft: Draft
  readonly door: DraftDoor
  readonly intake: WireIntake
  readonly title: string
  /** Error messages, above the heading. */
  readonly children: ReactNode
}

/** The header of a step: back link, progress, errors, heading, deadline, and when the draft was saved. */
export function StepHead({ step, draft, door, intake, title, children }: Parts) {
  const t = useText('apply')
  const heading = useArrival(draft)
  return (
    <>
      <OfflineBar />
      <StepLink to={before(step)} className="public-back">
        <Icon name="arrow-left" /> {t('back')}
      </StepLink>
      <StepLine step={step} draft={draft} intake={intake} />
      {children}
      <p className="apply-progress">{progressOf(step, t)}</p>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <Deadline intake={intake} chosenId={draft.values.specializationId} />
      <SavedLine door={door} />
    </>
  )
}

/** `Step 2 of 5: Contact details`. */
export const progressOf = (step: Step, t: ReturnType<typeof useText>) =>
  t('progress', { number: steps.indexOf(step) + 1, count: steps.length, name: t(`steps.${step}.name`) })

const before = (step: Step): View => steps[steps.indexOf(step) - 1] ?? 'start'

/** Reserves its space, so that nothing moves while the applicant types. */
function SavedLine({ door }: { door: DraftDoor }) {
  const t = useText('apply')
  const language = useLanguage()
  if (door.isRefused) return <p className="apply-note">{t('notSaved')}</p>
  const later = door.draft?.later
  if (!door.isLoaded) return <p className="apply-saved apply-reading">{t('reading')}</p>
  return (
    <p className="apply-saved">
      {door.savedAt ? (
        <>
          <Icon name="success" />
          <span>
            {t(door.draft?.isShared ? 'savedInTab' : 'saved', { time: timeInWords(door.savedAt, language) })}
            {later ? `. ${t('later.alsoSaved', { time: timeInWords(later.savedAt, language) })}` : null}
          </span>
        </>
      ) : null}
    </p>
  )
}
