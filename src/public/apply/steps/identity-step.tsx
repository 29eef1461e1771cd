import { countriesIn } from '@matricola/console/countries.ts'
import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { focusPublicField } from '@matricola/console/public/focus-public-field.ts'
import { useMemo } from 'react'
import { moveStoredDocuments } from '../draft-files.ts'
import { RadioGroup, SelectField, TextField } from '../fields.tsx'
import { BirthDate } from './birth-date.tsx'
import { CnpField } from './cnp-field.tsx'
import { isResident } from './step-fields.ts'
import { StepFrame } from './step-frame.tsx'
import type { StepProps } from './step-props.ts'

/** The applicant's identity: by CNP, or by another document for people without one. */
export function IdentityStep(stepProps: StepProps) {
  const t = useText('apply')
  const { draft, draftStore } = stepProps
  const hasCnp = draft.values.identityType === 'cnp'
  const changeDocument = () => {
    stepProps.setValues(
      hasCnp ? { identityType: '', citizenship: '' } : { identityType: 'cnp', citizenship: 'RO' },
    )
    stepProps.clearIssues(['cnp', 'birthDate', 'sex'])
    // The other fields exist only after the next render.
    setTimeout(() => focusPublicField(hasCnp ? 'identityType' : 'cnp'))
  }
  const change = (
    <button type="button" className="button-link apply-change-document" onClick={changeDocument}>
      {t(hasCnp ? 'noCnp' : 'withCnp')}
    </button>
  )
  return (
    <StepFrame {...stepProps} title={t('steps.identity.title')}>
      {hasCnp ? <CnpField stepProps={stepProps} /> : <OtherDocument {...stepProps} />}
      {change}
      <TextField
        stepProps={stepProps}
        name="lastName"
        autoComplete="family-name"
        autoCapitalize="words"
      />
      <TextField
        stepProps={stepProps}
        name="firstName"
        autoComplete="given-name"
        autoCapitalize="words"
      />
      <BirthDate stepProps={stepProps} />
      <RadioGroup
        stepProps={stepProps}
        name="sex"
        hint={t('fields.sex.hint')}
        options={[
          { value: 'F', label: t('sex.F') },
          { value: 'M', label: t('sex.M') },
        ]}
        onChange={(sex) =>
          draftStore.change(({ values, filled }) => ({
            values: { ...values, sex },
            filled: filled.filter((field) => field !== 'sex'),
          }))
        }
      />
      {hasCnp && isResident(draft.values) ? <Citizenship {...stepProps} /> : null}
      {hasCnp ? (
        <TextField
          stepProps={stepProps}
          name="serialNumber"
          autoComplete="off"
          autoCapitalize="characters"
        />
      ) : null}
      <SharedComputer {...stepProps} />
    </StepFrame>
  )
}

function OtherDocument(stepProps: StepProps) {
  const t = useText('apply')
  return (
    <>
      <RadioGroup
        stepProps={stepProps}
        name="identityType"
        hint={t('fields.identityType.hint')}
        options={[
          { value: 'passport', label: t('identityType.passport') },
          { value: 'eu_id', label: t('identityType.eu_id') },
        ]}
      />
      <TextField
        stepProps={stepProps}
        name="foreignIdNumber"
        autoComplete="off"
        autoCapitalize="characters"
      />
      <Citizenship {...stepProps} />
    </>
  )
}

function Citizenship(stepProps: StepProps) {
  const language = useLanguage()
  const options = useMemo(
    () => countriesIn(language).map(({ code, name }) => ({ value: code, label: name })),
    [language],
  )
  return <SelectField stepProps={stepProps} name="citizenship" options={options} />
}

/** On a shared computer, answers stay in this tab and are deleted when it is closed. */
function SharedComputer({ draft, draftStore }: StepProps) {
  const t = useText('apply')
  const change = async (isShared: boolean) => {
    await draftStore.setShared(isShared)
    await moveStoredDocuments(draft, isShared)
  }
  return (
    <label className="apply-check apply-shared">
      <input
        type="checkbox"
        checked={draft.isShared}
        onChange={(event) => change(event.target.checked)}
        aria-describedby="shared-detail"
      />
      <span>
        {t('shared.label')}
        <span className="apply-detail" id="shared-detail">
          {t('shared.detail')}
        </span>
      </span>
    </label>
  )
}
