import type { InputHTMLAttributes } from 'react'
import { countriesIn } from '../../countries.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { Field } from '../field.tsx'
import { Group } from '../field-group.tsx'
import { describedBy, Labelled } from '../field-parts.tsx'
import { useNames } from '../own.tsx'
import { useIntake } from '../university.ts'

interface Parts {
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
const typing: { readonly [field: string]: Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'inputMode'> | undefined } =
  {
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
export function ValueInput(parts: Parts) {
  switch (parts.field) {
    case 'birthDate':
      return <DateParts {...parts} />
    case 'sex':
      return <Sexes {...parts} />
    case 'country':
      return <Countries {...parts} />
    case 'departmentProfileId':
    case 'specializationId':
      return <Programmes {...parts} />
    default:
      return <Field {...wordsOf(parts)} value={parts.value} onChange={parts.onChange} spellCheck={false} {...typing[parts.field]} />
  }
}

/** Day, month and year instead of a calendar. The value is `year-month-day`, each part as typed. */
function DateParts(parts: Parts) {
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
    <Group className="status-group" {...wordsOf(parts)}>
      <div className="status-dates">
        {input('day', day, parts.field)}
        {input('month', month, `${parts.field}-month`)}
        {input('year', year, `${parts.field}-year`)}
      </div>
    </Group>
  )
}

function Sexes(parts: Parts) {
  const t = useText('status')
  return (
    <Group className="status-group" {...wordsOf(parts)}>
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
    </Group>
  )
}

function Countries(parts: Parts) {
  const language = useLanguage()
  return <Select {...parts} options={countriesIn(language).map(({ code, name }) => ({ id: code, label: name }))} />
}

function Programmes(parts: Parts) {
  const { intake } = useIntake()
  const options =
    parts.field === 'departmentProfileId'
      ? intake?.departments
      : intake?.specializations.filter(({ departmentProfileId }) => departmentProfileId === parts.department)
  const naming = useNames()
  return <Select {...parts} options={(options ?? []).map((one) => ({ id: one.id, ...naming(one) }))} />
}

interface Choice {
  readonly id: string
  readonly label: string
  readonly lang?: string | undefined
}

function Select(parts: Parts & { options: readonly Choice[] }) {
  const t = useText('status')
  const isKnown = parts.options.some(({ id }) => id === parts.value)
  return (
    <Labelled {...wordsOf(parts)}>
      <select
        className="select"
        id={parts.field}
        value={isKnown ? parts.value : ''}
        aria-invalid={parts.message ? true : undefined}
        aria-describedby={describedBy(wordsOf(parts))}
        onChange={(event) => parts.onChange(event.target.value)}
      >
        {isKnown ? null : <option value="">{t('changes.choose')}</option>}
        {parts.options.map(({ id, label, lang }) => (
          <option key={id} value={id} lang={lang}>
            {label}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

const wordsOf = ({ field, label, hint, message }: Parts) => ({ name: field, label, hint, message })
