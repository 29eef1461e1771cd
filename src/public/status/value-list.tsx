import { useLanguage, useText } from '@matricola/console/i18n.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import { isDocumentName, personalFields } from '#resources/application-documents.ts'
import { ApplicationProgrammeName } from './application-names.tsx'
import { applicationFieldLabel, applicationValueText } from './field-texts.ts'

/** The stored answers, read-only. Encrypted numbers are masked. */
export function ValueList({ application }: { application: WireApplication }) {
  const t = useText('status')
  const form = useText('apply')
  const language = useLanguage()
  const { values, department, specialization, choices, grades, questions } = application
  const numbers = new Intl.NumberFormat(language)
  return (
    <dl className="status-facts">
      {personalFields
        .filter((name) => values[name])
        .map((name) => (
          <div key={name}>
            <dt>{applicationFieldLabel(name, application)}</dt>
            <dd>{applicationValueText(application, name, values[name] ?? null, language)}</dd>
          </div>
        ))}
      <div>
        <dt>{t('department')}</dt>
        <dd>
          <ApplicationProgrammeName application={application} name={department} />
        </dd>
      </div>
      <div>
        <dt>{t('specialization')}</dt>
        <dd>
          <ApplicationProgrammeName application={application} name={specialization} />
        </dd>
      </div>
      {choices.some(({ fundingPreference }) => fundingPreference !== null) ? (
        <div>
          <dt>{applicationFieldLabel('choices', application)}</dt>
          <dd>
            <ol className="status-choices">
              {choices.map(({ programme, fundingPreference }) => (
                <li key={programme}>
                  <ApplicationProgrammeName application={application} name={programme} />
                  {fundingPreference === null
                    ? null
                    : `, ${form(`choices.placeTypes.${fundingPreference}`)}`}
                </li>
              ))}
            </ol>
          </dd>
        </div>
      ) : null}
      {grades.map(({ name, labels, value }) => (
        <div key={name}>
          <dt>{labels[language]}</dt>
          <dd>{value === null ? t('nothing') : numbers.format(value)}</dd>
        </div>
      ))}
      {questions
        .filter(({ name }) => !isDocumentName(name))
        .map(({ name, value }) => (
          <div key={name}>
            <dt>{applicationFieldLabel(name, application)}</dt>
            <dd className="long-text">
              {applicationValueText(application, name, value, language)}
            </dd>
          </div>
        ))}
    </dl>
  )
}
