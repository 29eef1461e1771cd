import type { WireApplication } from '#model/admission/wire.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { Own } from '../own.tsx'
import { fieldLabel, valueText } from './field-words.ts'

const shown = [
  'cnp',
  'foreignIdNumber',
  'lastName',
  'firstName',
  'birthDate',
  'sex',
  'citizenship',
  'serialNumber',
  'personalEmail',
  'phone',
  'country',
  'city',
  'address',
  'postalCode',
]

/** The answers as they are stored, to read only; encrypted numbers are masked. */
export function ValueList({ application }: { application: WireApplication }) {
  const t = useText('status')
  const language = useLanguage()
  const { values, department, specialization } = application
  return (
    <dl className="status-facts">
      {shown
        .filter((name) => values[name])
        .map((name) => (
          <div key={name}>
            <dt>{fieldLabel(name, application)}</dt>
            <dd>{valueText(name, values[name] ?? null, language)}</dd>
          </div>
        ))}
      <div>
        <dt>{t('department')}</dt>
        <dd>
          <Own>{department}</Own>
        </dd>
      </div>
      <div>
        <dt>{t('specialization')}</dt>
        <dd>
          <Own>{specialization}</Own>
        </dd>
      </div>
    </dl>
  )
}
