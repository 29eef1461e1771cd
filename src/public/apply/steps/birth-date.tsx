import { useText } from '../../../i18n.ts'
import { Group } from '../../field-group.tsx'
import type { BirthDateParts } from '../checks.ts'
import { useMessage } from '../fields.tsx'
import type { StepParts } from './step-parts.ts'

const partsOfDate = [
  { name: 'birthDay', key: 'day', autoComplete: 'bday-day' },
  { name: 'birthMonth', key: 'month', autoComplete: 'bday-month' },
  { name: 'birthYear', key: 'year', autoComplete: 'bday-year' },
] as const

interface BirthDateFieldParts {
  readonly values: BirthDateParts
  readonly onChange: (part: Partial<BirthDateParts>) => void
  readonly hint: string
  readonly message: string | undefined
  /** The part that the message is about; absent: all three. */
  readonly wrongPart?: unknown
}

/** Day, month and year as text fields: nobody has to page through twenty years of a calendar. */
export function BirthDateField({ values, onChange, hint, message, wrongPart }: BirthDateFieldParts) {
  const t = useText('apply')
  return (
    <Group id="birthDate" name="birthDate" label={t('fields.birthDate.label')} hint={hint} message={message}>
      <div className="apply-date">
        {partsOfDate.map(({ name, key, autoComplete }) => (
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
              aria-invalid={message && (wrongPart === undefined || wrongPart === key) ? true : undefined}
              aria-required="true"
            />
          </div>
        ))}
      </div>
    </Group>
  )
}

export function BirthDate({ parts }: { parts: StepParts }) {
  const t = useText('apply')
  const { draft, door, issues } = parts
  const isFilled = draft.filled.includes('birthDate')
  return (
    <BirthDateField
      values={draft.values}
      onChange={(part) =>
        door.change(({ values, filled }) => ({ values: { ...values, ...part }, filled: filled.filter((field) => field !== 'birthDate') }))
      }
      hint={isFilled ? t('filled') : t('fields.birthDate.hint')}
      message={useMessage(parts, 'birthDate')}
      wrongPart={issues.birthDate?.[0]?.params?.part}
    />
  )
}
