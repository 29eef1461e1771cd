import { useMemo, useState } from 'react'
import { countriesIn, countryName } from '../../../countries.ts'
import { useLanguage, useText } from '../../../i18n.ts'
import { Status } from '../../../spoken/status.tsx'
import { SelectField, TextArea, TextField } from '../fields.tsx'
import { focusField } from '../focus.ts'
import { likelyAddress } from './mail-domains.ts'
import { StepFrame } from './step-frame.tsx'
import type { StepParts } from './step-parts.ts'

/** Ways to reach the applicant. */
export function ContactStep(parts: StepParts) {
  const t = useText('apply')
  const language = useLanguage()
  const { draft, door } = parts
  // Server and browser may name and sort countries each in its own way: until the draft is here, the chosen one is enough.
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

/** An address whose domain looks like a slip is asked back; it is taken as it is typed all the same. */
function Email(parts: StepParts) {
  const t = useText('apply')
  const { personalEmail } = parts.draft.values
  const [left, setLeft] = useState('')
  const meant = left === personalEmail ? likelyAddress(personalEmail) : null
  const take = () => {
    if (meant) parts.setValue('personalEmail', meant)
    focusField('personalEmail')
  }
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
      <Status as="div">
        {meant ? (
          <p className="apply-helper">
            {t('meant', { address: meant })}{' '}
            <button type="button" className="button-link" onClick={take}>
              {t('takeMeant')}
            </button>
          </p>
        ) : null}
      </Status>
    </div>
  )
}
