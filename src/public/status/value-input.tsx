import { countriesIn } from '@matricola/console/countries.ts'
import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Field } from '@matricola/console/public/field.tsx'
import { describedBy, LabelledField } from '@matricola/console/public/labelled-field.tsx'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { FieldGroup } from '../field-group.tsx'
import { usePublicConfig } from '../public-config.ts'
import { useTranslatedNames } from '../university-language.tsx'

interface ValueInputProps {
  readonly field: string
  readonly label: string
  readonly hint: ReactNode
  readonly value: string
  readonly message: string | undefined
  /** The department whose programmes can be chosen. */
  readonly department: string | null
  readonly onChange: (value: string) => void
}

/** Attributes for on-screen keyboards and autofill. */
const inputAttributes: {
  readonly [field: string]:
    | Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'inputMode'>
    | undefined
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
export function ValueInput(props: ValueInputProps) {
  switch (props.field) {
    case 'birthDate':
      return <DateInputs {...props} />
    case 'sex':
      return <SexInput {...props} />
    case 'country':
      return <CountrySelect {...props} />
    case 'departmentProfileId':
    case 'specializationId':
      return <ProgrammeSelect {...props} />
    default:
      return (
        <Field
          {...labelPropsOf(props)}
          value={props.value}
          onChange={props.onChange}
          spellCheck={false}
          {...inputAttributes[props.field]}
        />
      )
  }
}

/** Day, month and year instead of a calendar. The value is `year-month-day`, each part as typed. */
function DateInputs(props: ValueInputProps) {
  const t = useText('status')
  const [year = '', month = '', day = ''] = props.value.split('-')
  const set = (next: { day?: string; month?: string; year?: string }) =>
    props.onChange(
      [next.year ?? year, next.month ?? month, next.day ?? day]
        .map((digits) => digits.replace(/\D/g, ''))
        .join('-'),
    )
  const input = (name: 'day' | 'month' | 'year', value: string, id: string) => (
    <span className={`status-date status-date-${name}`}>
      <label htmlFor={id}>{t(`date.${name}`)}</label>
      <input
        className="input"
        id={id}
        inputMode="numeric"
        autoComplete={`bday-${name}`}
        value={value}
        aria-invalid={props.message ? true : undefined}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </span>
  )
  return (
    <FieldGroup className="status-group" {...labelPropsOf(props)}>
      <div className="status-dates">
        {input('day', day, props.field)}
        {input('month', month, `${props.field}-month`)}
        {input('year', year, `${props.field}-year`)}
      </div>
    </FieldGroup>
  )
}

function SexInput(props: ValueInputProps) {
  const t = useText('status')
  return (
    <FieldGroup className="status-group" {...labelPropsOf(props)}>
      {(['F', 'M'] as const).map((sex, index) => (
        <label key={sex} className="status-radio">
          <input
            type="radio"
            name={props.field}
            id={index === 0 ? props.field : undefined}
            checked={props.value === sex}
            onChange={() => props.onChange(sex)}
          />
          {t(`sexes.${sex}`)}
        </label>
      ))}
    </FieldGroup>
  )
}

function CountrySelect(props: ValueInputProps) {
  const language = useLanguage()
  return (
    <Select
      {...props}
      options={countriesIn(language).map(({ code, name }) => ({ id: code, label: name }))}
    />
  )
}

function ProgrammeSelect(props: ValueInputProps) {
  const { publicConfig } = usePublicConfig()
  const options =
    props.field === 'departmentProfileId'
      ? publicConfig?.departments
      : publicConfig?.specializations.filter(
          ({ departmentProfileId }) => departmentProfileId === props.department,
        )
  const nameProps = useTranslatedNames()
  return (
    <Select
      {...props}
      options={(options ?? []).map((option) => ({ id: option.id, ...nameProps(option) }))}
    />
  )
}

interface SelectOption {
  readonly id: string
  readonly label: string
  readonly lang?: string | undefined
}

function Select(props: ValueInputProps & { options: readonly SelectOption[] }) {
  const t = useText('status')
  const isKnown = props.options.some(({ id }) => id === props.value)
  return (
    <LabelledField {...labelPropsOf(props)}>
      <select
        className="select"
        id={props.field}
        value={isKnown ? props.value : ''}
        aria-invalid={props.message ? true : undefined}
        aria-describedby={describedBy(labelPropsOf(props))}
        onChange={(event) => props.onChange(event.target.value)}
      >
        {isKnown ? null : <option value="">{t('changes.choose')}</option>}
        {props.options.map(({ id, label, lang }) => (
          <option key={id} value={id} lang={lang}>
            {label}
          </option>
        ))}
      </select>
    </LabelledField>
  )
}

const labelPropsOf = ({ field, label, hint, message }: ValueInputProps) => ({
  name: field,
  label,
  hint,
  message,
})
