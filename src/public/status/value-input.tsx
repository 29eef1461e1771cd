import type { InputHTMLAttributes } from 'react'
import { countriesIn } from '../../countries.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { Field } from '../field.tsx'
import { FieldGroup } from '../field-group.tsx'
import { describedBy, LabelledField } from '../labelled-field.tsx'
import { usePublicConfig } from '../public-config.ts'
import { useTranslatedNames } from '../university-language.tsx'

interface ValueInputProps {
  readonly field: string
  readonly label: string
  readonly hint: string | undefined
  readonly value: string
  readonly message: string | undefined
  /** The department whose programmes can be chosen. */
  readonly department: string | null
  readonly onChange: (value: string) => void
}

/** Attributes for on-screen keyboards and autofill. */
const inputAttributes: {
  readonly [field: string]: Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'inputMode'> | undefined
} = {
  cnp: { inputMode: 'numeric', autoComplete: 'off' },
  lastName: { autoComplete: 'family-name' },
  firstName: { autoComplete: 'given-name' },
  personalEmail: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
  city: { autoComplete: 'address-level2' },
  address: { autoComplete: 'street-address' },
  postalCode: { autoComplete: 'postal-code' },
}

/** The input for a field of the form. */
export function ValueInput(parts: ValueInputProps) {
  switch (parts.field) {
    case 'birthDate':
      return <DateInputs {...parts} />
    case 'sex':
      return <SexInput {...parts} />
    case 'country':
      return <CountrySelect {...parts} />
    case 'departmentProfileId':
    case 'specializationId':
      return <ProgrammeSelect {...parts} />
    default:
      return (
        <Field
          {...labelPropsOf(parts)}
          value={parts.value}
          onChange={parts.onChange}
          spellCheck={false}
          {...inputAttributes[parts.field]}
        />
      )
  }
}

/** Day, month and year instead of a calendar. The value is `year-month-day`, each part as typed. */
function DateInputs(parts: ValueInputProps) {
  const t = useText('status')
  const [year = '', month = '', day = ''] = parts.value.split('-')
  const set = (next: { day?: string; month?: string; year?: string }) =>
    parts.onChange([next.year ?? year, next.month ?? month, next.day ?? day].map((part) => part.replace(/\D/g, '')).join('-'))
  const input = (name: 'day' | 'month' | 'year', value: string, id: string) => (
    <span className={`status-date status-date-${name}`}>
      <label htmlFor={id}>{t(`date.${name}`)}</label>
      <input
        className="input"
        id={id}
        inputMode="numeric"
        autoComplete={`bday-${name}`}
        value={value}
        aria-invalid={parts.message ? true : undefined}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </span>
  )
  return (
    <FieldGroup className="status-group" {...labelPropsOf(parts)}>
      <div className="status-dates">
        {input('day', day, parts.field)}
        {input('month', month, `${parts.field}-month`)}
        {input('year', year, `${parts.field}-year`)}
      </div>
    </FieldGroup>
  )
}

function SexInput(parts: ValueInputProps) {
  const t = useText('status')
  return (
    <FieldGroup className="status-group" {...labelPropsOf(parts)}>
      {(['F', 'M'] as const).map((sex, index) => (
        <label key={sex} className="status-radio">
          <input
            type="radio"
            name={parts.field}
            id={index === 0 ? parts.field : undefined}
            checked={parts.value === sex}
            onChange={() => parts.onChange(sex)}
          />
          {t(`sexes.${sex}`)}
        </label>
      ))}
    </FieldGroup>
  )
}

function CountrySelect(parts: ValueInputProps) {
  const language = useLanguage()
  return <Select {...parts} options={countriesIn(language).map(({ code, name }) => ({ id: code, label: name }))} />
}

function ProgrammeSelect(parts: ValueInputProps) {
  const { publicConfig } = usePublicConfig()
  const options =
    parts.field === 'departmentProfileId'
      ? publicConfig?.departments
      : publicConfig?.specializations.filter(({ departmentProfileId }) => departmentProfileId === parts.department)
  const naming = useTranslatedNames()
  return <Select {...parts} options={(options ?? []).map((one) => ({ id: one.id, ...naming(one) }))} />
}

interface SelectOption {
  readonly id: string
  readonly label: string
  readonly lang?: string | undefined
}

function Select(parts: ValueInputProps & { options: readonly SelectOption[] }) {
  const t = useText('status')
  const isKnown = parts.options.some(({ id }) => id === parts.value)
  return (
    <LabelledField {...labelPropsOf(parts)}>
      <select
        className="select"
        id={parts.field}
        value={isKnown ? parts.value : ''}
        aria-invalid={parts.message ? true : undefined}
        aria-describedby={describedBy(labelPropsOf(parts))}
        onChange={(event) => parts.onChange(event.target.value)}
      >
        {isKnown ? null : <option value="">{t('changes.choose')}</option>}
        {parts.options.map(({ id, label, lang }) => (
          <option key={id} value={id} lang={lang}>
            {label}
          </option>
        ))}
      </select>
    </LabelledField>
  )
}

const labelPropsOf = ({ field, label, hint, message }: ValueInputProps) => ({ name: field, label, hint, message })
