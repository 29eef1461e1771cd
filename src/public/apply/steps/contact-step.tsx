import { countriesIn, countryName } from '@matricola/console/countries.ts'
import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { focusPublicField } from '@matricola/console/public/focus-public-field.ts'
import { useMemo, useState } from 'react'
import { SelectField, TextAreaField, TextField } from '../fields.tsx'
import { AddressQuestion } from './address-question.tsx'
import { StepFrame } from './step-frame.tsx'
import type { StepProps } from './step-props.ts'

export function ContactStep(stepProps: StepProps) {
  const t = useText('apply')
  const language = useLanguage()
  const { draft, draftStore } = stepProps
  // Server and browser may name and sort countries differently, so until the draft has loaded only
  // the default country is rendered.
  const countries = useMemo(
    () =>
      draftStore.isLoaded
        ? countriesIn(language)
        : [{ code: 'RO', name: countryName('RO', language) }],
    [language, draftStore.isLoaded],
  )
  const options = countries.map(({ code, name }) => ({ value: code, label: name }))
  const isRomania = draft.values.country === 'RO'
  return (
    <StepFrame {...stepProps} title={t('steps.contact.title')}>
      <Email {...stepProps} />
      <TextField stepProps={stepProps} name="phone" type="tel" inputMode="tel" autoComplete="tel" />
      <SelectField stepProps={stepProps} name="country" options={options} autoComplete="country" />
      <TextField stepProps={stepProps} name="city" autoComplete="address-level2" />
      <TextAreaField stepProps={stepProps} name="address" autoComplete="street-address" />
      <TextField
        stepProps={stepProps}
        name="postalCode"
        inputMode={isRomania ? 'numeric' : 'text'}
        autoComplete="postal-code"
      />
    </StepFrame>
  )
}

/** The question about a mistyped domain waits until the field loses the focus. */
function Email(stepProps: StepProps) {
  const [isTyping, setTyping] = useState(false)
  return (
    <div className="apply-suggestible">
      <TextField
        stepProps={stepProps}
        name="personalEmail"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
      />
      <AddressQuestion
        {...{ stepProps, isTyping }}
        focus={() => focusPublicField('personalEmail')}
      />
    </div>
  )
}
