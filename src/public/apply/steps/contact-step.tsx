import { useMemo, useState } from 'react'
import { countriesIn, countryName } from '../../../countries.ts'
import { useLanguage, useText } from '../../../i18n.ts'
import { focusField } from '../../focus.ts'
import { SelectField, TextArea, TextField } from '../fields.tsx'
import { MeantAddress } from './meant-address.tsx'
import { StepFrame } from './step-frame.tsx'
import type { StepParts } from './step-parts.ts'

export function ContactStep(parts: StepParts) {
  const t = useText('apply')
  const language = useLanguage()
  const { draft, door } = parts
  // Server and browser may name and sort countries differently, so until the draft has loaded only the default country is rendered.
  const countries = useMemo(
    () => (door.isLoaded ? countriesIn(language) : [{ code: 'RO', name: countryName('RO', language) }]),
    [language, door.isLoaded],
  )
  const options = countries.map(({ code, name }) => ({ value: code, label: name }))
  const isRomania = draft.values.country === 'RO'
  return (
    <StepFrame {...parts} title={t('steps.contact.title')}>
      <Email {...parts} />
      <TextField parts={parts} name="phone" type="tel" inputMode="tel" autoComplete="tel" />
      <SelectField parts={parts} name="country" options={options} autoComplete="country" />
      <TextField parts={parts} name="city" autoComplete="address-level2" />
      <TextArea parts={parts} name="address" autoComplete="street-address" />
      <TextField parts={parts} name="postalCode" inputMode={isRomania ? 'numeric' : 'text'} autoComplete="postal-code" />
    </StepFrame>
  )
}

/** Suggests a correction when the field loses the focus, or at once if the address was typed in an earlier visit. */
function Email(parts: StepParts) {
  const { personalEmail } = parts.draft.values
  const [left, setLeft] = useState(personalEmail)
  return (
    <div className="apply-helped">
      <TextField
        parts={parts}
        name="personalEmail"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        onBlur={() => setLeft(personalEmail)}
      />
      <MeantAddress parts={parts} isTyped={left === personalEmail} onTaken={() => focusField('personalEmail')} />
    </div>
  )
}
