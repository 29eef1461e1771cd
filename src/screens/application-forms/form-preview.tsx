/**
 * The frame with the public form, the facts of the example person, and the questions that this
 * person is not asked.
 */

import { countriesIn } from '@matricola/console/countries.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type FormContent, itemsOf } from '#resources/admission/form-content.ts'
import { minApplicantAge } from '#resources/admission/identity-check.ts'
import { nameIn } from '#resources/admission/translated-name.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { formPreviewFramePath } from '#resources/paths.ts'
import { registrations } from '#resources/registrations.ts'
import type { DraftValues } from '#src/public/apply/application-draft.ts'
import type { PreviewReport, PreviewRequest } from '#src/public/preview/messages.ts'
import {
  ageOfValues,
  type ExamplePersonName,
  examplePerson,
  examplePersonNames,
  withAge,
  withCitizenship,
  withDocument,
} from './example-people.ts'
import { Labelled } from './inspector-fields.tsx'
import { useFormConditionWords } from './use-condition-words.ts'
import { useFormEditorText, useFormWords } from './use-form-editor-text.ts'

interface FormPreviewProps {
  readonly content: FormContent
  readonly intake: WireIntake
  readonly lastDay: string
}

type Answered = Extract<PreviewReport, { type: 'answered' }>

export function FormPreview(props: FormPreviewProps) {
  const { intake } = props
  const { t } = useFormEditorText()
  const [name, setName] = useState<ExamplePersonName>('adult')
  const [answered, setAnswered] = useState<Answered | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const frame = useRef<HTMLIFrameElement>(null)
  const send = (request: Pick<PreviewRequest, 'values' | 'step'>, person = name) =>
    frame.current?.contentWindow?.postMessage(
      { intake, person, notice: t('tryOut.notice'), ...request } satisfies PreviewRequest,
      window.location.origin,
    )
  const { values, isTypical } = examplePerson(name, props)
  const start = useRef(() => {})
  start.current = () => send({ values })
  useEffect(() => {
    const receive = ({ source, origin, data }: MessageEvent<PreviewReport>) => {
      if (source !== frame.current?.contentWindow || origin !== window.location.origin) return
      if (data.type === 'ready') start.current()
      setFailed(data.type === 'failed')
      if (data.type === 'answered') setAnswered(data)
    }
    window.addEventListener('message', receive)
    return () => window.removeEventListener('message', receive)
  }, [])
  return (
    <div className="form-try-out-columns">
      <div>
        <section className="panel" aria-label={t('tryOut.person')}>
          <Select
            label={t('tryOut.person')}
            value={name}
            options={examplePersonNames.map((value) => ({
              value,
              label: t(`tryOut.people.${value}`),
            }))}
            onChange={(chosen) => {
              const next = chosen as ExamplePersonName
              setName(next)
              send({ values: examplePerson(next, props).values }, next)
            }}
          />
          {!isTypical && <p className="message message-warn">{t('tryOut.notTypical')}</p>}
          {answered && (
            <Facts
              {...props}
              values={answered.values}
              onChange={(changed) => send({ values: changed })}
            />
          )}
        </section>
        {answered && <NotAsked {...props} answered={answered} />}
      </div>
      <section className="panel form-try-out-form" aria-label={t('panes.preview')}>
        <p className="caption">{t('tryOut.sandbox')}</p>
        {answered && (
          <nav className="button-row" aria-label={t('tryOut.steps')}>
            {answered.steps.map((step) => (
              <Button
                key={step}
                aria-current={step === answered.step ? 'step' : undefined}
                onClick={() => send({ values: {}, step })}
              >
                {t(step === 'questions' ? 'formItems:name' : `apply:steps.${step}.name`)}
              </Button>
            ))}
          </nav>
        )}
        {isFailed && (
          <LoadFailed
            message=""
            onRetry={() => {
              setFailed(false)
              setAttempt(attempt + 1)
            }}
          />
        )}
        <iframe
          key={attempt}
          ref={frame}
          hidden={isFailed}
          src={formPreviewFramePath}
          title={t('panes.preview')}
        />
      </section>
    </div>
  )
}

interface FactsProps extends FormPreviewProps {
  readonly values: DraftValues
  /** Receives the answers that change. */
  readonly onChange: (values: Partial<DraftValues>) => void
}

/** The facts about an applicant that conditions read. */
function Facts({ intake, lastDay, values, onChange }: FactsProps) {
  const { t, language } = useFormEditorText()
  const age = ageOfValues(values, lastDay)
  const programme = intake.specializations.find(({ id }) => id === values.specializationId)
  const kinds = intake.merit?.kinds.filter(({ id }) =>
    programme?.merit?.special.some(({ kind }) => kind === id),
  )
  return (
    <>
      <Select
        label={t('facts.programmes')}
        value={values.specializationId ?? ''}
        options={intake.specializations.map((one) => ({
          value: one.id,
          label: nameIn(one, language),
        }))}
        onChange={(specializationId) =>
          onChange({
            specializationId,
            departmentProfileId:
              intake.specializations.find(({ id }) => id === specializationId)
                ?.departmentProfileId ?? '',
            choices: '',
          })
        }
      />
      {kinds && kinds.length > 0 && (
        <Select
          label={t('facts.placeKind')}
          value={values.placeKindId ?? ''}
          options={[
            { value: '', label: t('tryOut.noSpecialPlace') },
            ...kinds.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(placeKindId) => onChange({ placeKindId })}
        />
      )}
      <Select
        label={t('facts.identityType')}
        value={values.identityType ?? ''}
        options={Object.keys(registrations.fields.identityType.choices).map((value) => ({
          value,
          label: t(`resources:registrations.choices.identityType.${value}`),
        }))}
        onChange={(identityType) => onChange(withDocument(values, identityType))}
      />
      <Select
        label={t('facts.citizenship')}
        value={values.citizenship ?? ''}
        options={countriesIn(language).map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(citizenship) => onChange(withCitizenship(values, citizenship))}
      />
      <Select
        label={t('facts.age')}
        value={String(age)}
        options={[
          ...(age === null ? [{ value: 'null', label: '' }] : []),
          ...ages(age).map((one) => ({ value: String(one), label: String(one) })),
        ]}
        onChange={(chosen) => onChange(withAge(values, Number(chosen), lastDay))}
      />
    </>
  )
}

/** Ages to choose from, with the current one. */
const ages = (current: number | null) =>
  [...new Set([...Array.from({ length: 27 }, (_, index) => minApplicantAge + index), current])]
    .filter((age) => age !== null)
    .sort((a, b) => a - b)

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: ReactNode }[]
  readonly onChange: (value: string) => void
}

const Select = ({ label, value, options, onChange }: SelectProps) => (
  <Labelled label={label}>
    {(ids) => (
      <select
        {...ids}
        className="select"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Labelled>
)

/** The questions that this person is not asked, with the conditions that do not hold. */
function NotAsked({ content, answered }: FormPreviewProps & { readonly answered: Answered }) {
  const { t } = useFormEditorText()
  const words = useFormWords()
  const { conditionWords } = useFormConditionWords(content)
  const headingId = useId()
  const items = itemsOf(content)
  const missing = items.filter(({ id }) => !answered.asked.includes(id))
  return (
    <section className="panel" aria-labelledby={headingId}>
      <h2 id={headingId}>{t('tryOut.notAsked')}</h2>
      {missing.length === 0 ? (
        <p>{t('tryOut.allAsked', { count: items.length })}</p>
      ) : (
        <ul className="bare-list form-not-asked">
          {missing.map(({ id, label, key, asks }) => (
            <li key={id}>
              <strong>{words(label) || key}</strong>
              {asks && (
                <span className="caption">
                  {t('tryOut.onlyIf', { condition: conditionWords(asks) })}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
