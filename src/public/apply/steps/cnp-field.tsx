import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { formatLongDay } from '@matricola/schema/values/dates.ts'
import { useEffect, useRef, useState } from 'react'
import type { ApplicationDraft } from '../application-draft.ts'
import { TextField } from '../fields.tsx'
import { type CnpFacts, parseCnpFacts } from './cnp-facts.ts'
import type { StepProps } from './step-props.ts'

/** How long typing has to pause before the CNP is evaluated. */
const typingPauseMs = 300

/**
 * The CNP field, with the birth date and sex that it implies. They are shown for confirmation,
 * because a typing error can produce another valid number.
 */
export function CnpField({ stepProps }: { stepProps: StepProps }) {
  const t = useText('apply')
  const language = useLanguage()
  const facts = useCnpFacts(stepProps)
  return (
    <div className="apply-suggestible">
      <TextField stepProps={stepProps} name="cnp" inputMode="numeric" autoComplete="off" />
      <LiveRegion as="div">
        {facts ? (
          <p className="apply-suggestion">
            {t('helper', {
              date: formatLongDay(facts.birthDate, language),
              sex: t(`helperSex.${facts.sex}`),
            })}
          </p>
        ) : null}
      </LiveRegion>
    </div>
  )
}

/** Evaluates the CNP when typing pauses, and fills in fields that the applicant has not edited. */
function useCnpFacts({ draft, draftStore, clearIssues }: StepProps): CnpFacts | null {
  const [facts, setFacts] = useState<CnpFacts | null>(null)
  const latest = useRef({ draft, draftStore, clearIssues })
  latest.current = { draft, draftStore, clearIssues }
  const { cnp } = draft.values
  // A number restored from the device was confirmed when it was typed.
  const lastCnp = useRef({ key: draft.key, cnp })
  if (lastCnp.current.key !== draft.key) lastCnp.current = { key: draft.key, cnp }
  useEffect(() => {
    setFacts(null)
    if (cnp === lastCnp.current.cnp) return
    lastCnp.current = { key: lastCnp.current.key, cnp: '' }
    const timer = setTimeout(() => {
      const found = parseCnpFacts(cnp)
      setFacts(found)
      if (!found) return
      const { draftStore, clearIssues } = latest.current
      const patch = withCnpFacts(draftStore.latest() ?? latest.current.draft, found)
      draftStore.change(patch)
      clearIssues(['cnp', ...patch.filled])
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [cnp])
  return facts
}

function withCnpFacts(
  draft: ApplicationDraft,
  { birthDate, sex }: CnpFacts,
): Pick<ApplicationDraft, 'values' | 'filled'> {
  const { values } = draft
  const [year = '', month = '', day = ''] = birthDate.split('-').map((part) => String(Number(part)))
  const isBlank = values.birthDay === '' && values.birthMonth === '' && values.birthYear === ''
  const takesDate = isBlank || draft.filled.includes('birthDate')
  const takesSex = values.sex === '' || draft.filled.includes('sex')
  return {
    values: {
      ...values,
      ...(takesDate ? { birthDay: day, birthMonth: month, birthYear: year } : {}),
      ...(takesSex ? { sex } : {}),
    },
    filled: [
      ...(takesDate ? (['birthDate'] as const) : []),
      ...(takesSex ? (['sex'] as const) : []),
    ],
  }
}
