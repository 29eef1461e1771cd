import { useText } from '@matricola/console/i18n.ts'
import type { FieldLabelProps } from '@matricola/console/public/labelled-field.tsx'
import { FieldGroup } from '../../field-group.tsx'
import { useFieldProps } from '../fields.tsx'
import type { BirthDateParts } from '../validation.ts'
import type { StepProps } from './step-props.ts'

const dateParts = [
  { name: 'birthDay', key: 'day', autoComplete: 'bday-day' },
  { name: 'birthMonth', key: 'month', autoComplete: 'bday-month' },
  { name: 'birthYear', key: 'year', autoComplete: 'bday-year' },
] as const

interface BirthDateFieldProps extends FieldLabelProps {
  readonly values: BirthDateParts
  readonly onChange: (patch: Partial<BirthDateParts>) => void
  /** The part that the message is about; absent: all three. */
  readonly wrongPart?: unknown
}

/** Day, month and year as text fields, because paging back through years in a calendar is slow. */
export function BirthDateField({
  values,
  onChange,
  wrongPart,
  ...labelProps
}: BirthDateFieldProps) {
  const t = useText('apply')
  return (
    <FieldGroup id={labelProps.name} {...labelProps}>
      <div className="apply-date">
        {dateParts.map(({ name, key, autoComplete }) => (
          <div key={name}>
            <label htmlFor={name}>{t(`fields.birthDate.${key}`)}</label>
            <input
              className="input"
              id={name}
              name={name}
              inputMode="numeric"
              autoComplete={autoComplete}
              value={values[name]}
              onChange={(event) => onChange({ [name]: event.target.value })}
              aria-invalid={
                labelProps.message && (wrongPart === undefined || wrongPart === key)
                  ? true
                  : undefined
              }
              aria-required="true"
            />
          </div>
        ))}
      </div>
    </FieldGroup>
  )
}

export function BirthDate({ stepProps }: { stepProps: StepProps }) {
  const t = useText('apply')
  const { draft, draftStore, issues } = stepProps
  return (
    <BirthDateField
      values={draft.values}
      onChange={(patch) =>
        draftStore.change(({ values, filled }) => ({
          values: { ...values, ...patch },
          filled: filled.filter((field) => field !== 'birthDate'),
        }))
      }
      {...useFieldProps(stepProps, 'birthDate', t('fields.birthDate.hint'))}
      wrongPart={issues.birthDate?.[0]?.params?.part}
    />
  )
}
