import { type MouseEvent, useEffect, useRef } from 'react'
import type { WireIntake } from '#model/admission/wire.ts'
import type { FieldIssues } from '#model/wire/wire.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { focusField } from '../focus.ts'
import type { Draft } from './draft.ts'
import { fieldsOf } from './steps/step-fields.ts'
import { addressOf, goTo, steps } from './steps/steps.ts'
import { wordsInSummary } from './words.ts'

interface Parts {
  readonly issues: FieldIssues
  readonly attempt: number
  readonly draft: Draft
  readonly intake: WireIntake
  /** The fields are in other steps: links lead there, and Continue leads back. */
  readonly isOfAllSteps?: boolean
}

/** The number of answers to correct, with one link each in the order of the form. Takes the focus when Continue has found errors. */
export function Summary({ issues, attempt, draft, intake, isOfAllSteps = false }: Parts) {
  const t = useText('public')
  const language = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  const seen = useRef(attempt)
  useEffect(() => {
    if (attempt === seen.current) return
    seen.current = attempt
    box.current?.focus()
  }, [attempt])
  const names = steps
    .flatMap((step) => fieldsOf(step, draft.values, intake).map((name) => ({ step, name })))
    .filter(({ name }) => issues[name])
  if (names.length === 0) return null
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={box}>
      <h2>{t('summary.title', { count: names.length })}</h2>
      <ul>
        {names.map(({ step, name }) => {
          const isElsewhere = isOfAllSteps && step !== 'check'
          const follow = (event: MouseEvent) => {
            event.preventDefault()
            if (isElsewhere) goTo(step, { field: name, fromCheck: true })
            else focusField(name)
          }
          const issue = issues[name]?.[0]
          return (
            <li key={name}>
              <a href={isElsewhere ? addressOf(step) : `#${name}`} onClick={follow}>
                {issue ? wordsInSummary(name, issue, draft.values, language) : null}
              </a>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
