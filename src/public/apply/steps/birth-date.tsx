import { useText } from '../../../i18n.ts'
import { Group } from '../../field-group.tsx'
import { useMessage } from '../fields.tsx'
import type { StepParts } from './step-parts.ts'

const partsOfDate = [
  { name: 'birthDay', key: 'day', autoComplete: 'bday-day' },
  { name: 'birthMonth', key: 'month', autoComplete: 'bday-month' },
  { name: 'birthYear', key: 'year', autoComplete: 'bday-year' },
] as const

/** Day, month and year as text fields: nobody has to page through twenty years of a calendar. */
export function BirthDate({ parts }: { parts: StepParts }) {
  const t = useText('apply')
  const { draft, door, issues } = parts
  const message = useMessage(parts, 'birthDate')
  const missing = issues.birthDate?.[0]?.params?.part
  const isFilled = draft.filled.includes('birthDate')
  const hint = isFilled ? t('filled') : t('fields.birthDate.hint')
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
              value={draft.values[name]}
              onChange={(event) =>
                door.change(({ values, filled }) => ({
                  values: { ...values, [name]: event.target.value },
                  filled: filled.filter((field) => field !== 'birthDate'),
                }))
              }
              aria-invalid={message && (missing === undefined || missing === key) ? true : undefined}
              aria-required="true"
            />
          </div>
        ))}
      </div>
    </Group>
  )
}
