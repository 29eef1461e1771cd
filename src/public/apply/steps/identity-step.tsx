import { useMemo } from 'react'
import { countriesIn } from '../../../countries.ts'
import { useLanguage, useText } from '../../../i18n.ts'
import { focusField } from '../../focus.ts'
import { RadioGroup, SelectField, TextField } from '../fields.tsx'
import { keepElsewhere } from '../files.ts'
import { BirthDate } from './birth-date.tsx'
import { CnpField } from './cnp-field.tsx'
import { isResident } from './step-fields.ts'
import { StepFrame } from './step-frame.tsx'
import type { StepParts } from './step-parts.ts'

/** The applicant's identity: by CNP, or by another document for people without one. */
export function IdentityStep(parts: StepParts) {
  const t = useText('apply')
  const { draft, door } = parts
  const hasCnp = draft.values.identityType === 'cnp'
  const changeDocument = () => {
    parts.setValues(hasCnp ? { identityType: '', citizenship: '' } : { identityType: 'cnp', citizenship: 'RO' })
    parts.vouchFor(['cnp', 'birthDate', 'sex'])
    // The other fields exist only after the next rendering.
    setTimeout(() => focusField(hasCnp ? 'identityType' : 'cnp'))
  }
  const change = (
    <button type="button" className="button-link apply-change-document" onClick={changeDocument}>
      {t(hasCnp ? 'noCnp' : 'withCnp')}
    </button>
  )
  return (
    <StepFrame {...parts} title={t('steps.identity.title')}>
      {hasCnp ? <CnpField parts={parts} /> : <OtherDocument {...parts} />}
      {change}
      <TextField parts={parts} name="lastName" autoComplete="family-name" autoCapitalize="words" />
      <TextField parts={parts} name="firstName" autoComplete="given-name" autoCapitalize="words" />
      <BirthDate parts={parts} />
      <RadioGroup
        parts={parts}
        name="sex"
        hint={draft.filled.includes('sex') ? t('filled') : t('fields.sex.hint')}
        options={[
          { value: 'F', label: t('sex.F') },
          { value: 'M', label: t('sex.M') },
        ]}
        onChange={(sex) =>
          door.change(({ values, filled }) => ({ values: { ...values, sex }, filled: filled.filter((field) => field !== 'sex') }))
        }
      />
      {hasCnp && isResident(draft.values) ? <Citizenship {...parts} /> : null}
      {hasCnp ? <TextField parts={parts} name="serialNumber" autoComplete="off" autoCapitalize="characters" /> : null}
      <SharedComputer {...parts} />
    </StepFrame>
  )
}

function OtherDocument(parts: StepParts) {
  const t = useText('apply')
  return (
    <>
      <RadioGroup
        parts={parts}
        name="identityType"
        hint={t('fields.identityType.hint')}
        options={[
          { value: 'passport', label: t('identityType.passport') },
          { value: 'eu_id', label: t('identityType.eu_id') },
        ]}
      />
      <TextField parts={parts} name="foreignIdNumber" autoComplete="off" autoCapitalize="characters" />
      <Citizenship {...parts} />
    </>
  )
}

function Citizenship(parts: StepParts) {
  const language = useLanguage()
  const options = useMemo(() => countriesIn(language).map(({ code, name }) => ({ value: code, label: name })), [language])
  return <SelectField parts={parts} name="citizenship" options={options} />
}

/** On a shared computer, answers stay in this tab and are deleted when it is closed. */
function SharedComputer({ draft, door }: StepParts) {
  const t = useText('apply')
  const change = async (isShared: boolean) => {
    await door.share(isShared)
    await keepElsewhere(draft, isShared)
  }
  return (
    <label className="apply-check apply-shared">
      <input type="checkbox" checked={draft.isShared} onChange={(event) => change(event.target.checked)} aria-describedby="shared-detail" />
      <span>
        {t('shared.label')}
        <span className="apply-detail" id="shared-detail">
          {t('shared.detail')}
        </span>
      </span>
    </label>
  )
}
