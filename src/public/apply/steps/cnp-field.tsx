import { useEffect, useRef, useState } from 'react'
import { dayInWords } from '#model/values/dates.ts'
import { useLanguage, useText } from '../../../i18n.ts'
import { Status } from '../../../spoken/status.tsx'
import type { Draft } from '../draft.ts'
import { TextField } from '../fields.tsx'
import { type CnpFacts, factsOfCnp } from './cnp-facts.ts'
import type { StepParts } from './step-parts.ts'

/** How long typing has to pause before the CNP is evaluated. */
const quietMs = 300

/**
 * The CNP field, with the birth date and sex that it implies. They are shown for confirmation, because a typing error can produce
 * another valid number.
 */
export function CnpField({ parts }: { parts: StepParts }) {
  const t = useText('apply')
  const language = useLanguage()
  const facts = useFacts(parts)
  return (
    <div className="apply-helped">
      <TextField parts={parts} name="cnp" inputMode="numeric" autoComplete="off" />
      <Status as="div">
        {facts ? (
          <p className="apply-helper">{t('helper', { date: dayInWords(facts.birthDate, language), sex: t(`helperSex.${facts.sex}`) })}</p>
        ) : null}
      </Status>
    </div>
  )
}

/** Evaluates the CNP when typing pauses, and fills in fields that the applicant has not edited. */
function useFacts({ draft, door, vouchFor }: StepParts): CnpFacts | null {
  const [facts, setFacts] = useState<CnpFacts | null>(null)
  const latest = useRef({ draft, door, vouchFor })
  latest.current = { draft, door, vouchFor }
  const { cnp } = draft.values
  // A number restored from the device was confirmed when it was typed.
  const known = useRef({ key: draft.key, cnp })
  if (known.current.key !== draft.key) known.current = { key: draft.key, cnp }
  useEffect(() => {
    setFacts(null)
    if (cnp === known.current.cnp) return
    known.current = { key: known.current.key, cnp: '' }
    const timer = setTimeout(() => {
      const found = factsOfCnp(cnp)
      setFacts(found)
      if (!found) return
      const { door, vouchFor } = latest.current
      const part = filledIn(door.latest() ?? latest.current.draft, found)
      door.change(part)
      vouchFor(['cnp', ...part.filled])
    }, quietMs)
    return () => clearTimeout(timer)
  }, [cnp])
  return facts
}

function filledIn(draft: Draft, { birthDate, sex }: CnpFacts): Pick<Draft, 'values' | 'filled'> {
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
    filled: [...(takesDate ? (['birthDate'] as const) : []), ...(takesSex ? (['sex'] as const) : [])],
  }
}
