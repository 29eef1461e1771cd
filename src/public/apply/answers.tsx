import type { WireIntake } from '#model/admission/wire.ts'
import { dayInWords } from '#model/values/dates.ts'
import { compactNationalId } from '#model/values/national-id.ts'
import { fileText } from '#model/values/size-text.ts'
import type { Language } from '#model/vocabulary.ts'
import type { FieldIssues } from '#model/wire/wire.ts'
import { isDocumentName } from '#resources/application-documents.ts'
import { countryName } from '../../countries.ts'
import { text, useText } from '../../i18n.ts'
import { bytesOf, fileOf } from '../documents/document-state.ts'
import type { Uploads } from '../documents/uploads.ts'
import { type Named, nameIn, OwnName } from '../own.tsx'
import { answerOf } from './checks.ts'
import { askedNamed, choicesSent, programmeOf } from './choices/choices.ts'
import type { Draft, Values } from './draft.ts'
import { cnpInGroups } from './steps/cnp-facts.ts'
import { fieldsOf } from './steps/step-fields.ts'
import { StepLink } from './steps/step-link.tsx'
import { steps } from './steps/steps.ts'
import { labelOf, wordsAt } from './words.ts'
import './answers.css'

interface Parts {
  readonly draft: Draft
  readonly intake: WireIntake
  readonly uploads: Uploads
  readonly issues: FieldIssues
  readonly language: Language
}

/**
 * Lists all answers by step with links to edit them: one link per answer, or one per step on narrow screens. For a missing
 * answer, the link takes its place.
 */
export function Answers({ draft, intake, uploads, issues, language }: Parts) {
  const t = useText('apply')
  const { values } = draft
  return steps
    .filter((step) => step !== 'check')
    .map((step) => (
      <section key={step} className="apply-answers" aria-labelledby={`answers-${step}`}>
        <div className="answers-head">
          <h2 id={`answers-${step}`} className="apply-section">
            {t(`steps.${step}.name`)}
          </h2>
          <p className="answers-change">
            <StepLink to={step} passage={{ fromCheck: true }} id={`change-${step}`}>
              {t('change')} <span className="visually-hidden">{t(`steps.${step}.name`)}</span>
            </StepLink>
          </p>
        </div>
        <dl>
          {fieldsOf(step, values, intake).map((name) => {
            const issue = issues[name]?.[0]
            const label = labelOf(name, values)
            const passage = { field: name, fromCheck: true }
            return (
              <div key={name} className={issue ? 'apply-answer field-wrong' : 'apply-answer'}>
                <dt>{label}</dt>
                <dd>
                  {issue ? (
                    <StepLink to={step} passage={passage} className="apply-missing">
                      {wordsAt(name, issue, values, language)}
                    </StepLink>
                  ) : isDocumentName(name) ? (
                    documentText(uploads, name, language)
                  ) : (
                    answerShown(name, values, intake, language)
                  )}
                </dd>
                <dd className="apply-change">
                  <StepLink to={step} passage={passage} id={`change-${name}`}>
                    {t('change')} <span className="visually-hidden">{label}</span>
                  </StepLink>
                </dd>
              </div>
            )
          })}
        </dl>
      </section>
    ))
}

function documentText(uploads: Uploads, name: Parameters<Uploads['state']>[0], language: Language) {
  const state = uploads.state(name)
  const file = fileOf(state)
  if (!file) return ''
  return fileText({ name: file.name, bytes: bytesOf(state, file) }, language)
}

/** Choices are shown as a list, all other answers as one line. */
function answerShown(name: string, values: Values, intake: WireIntake, language: Language) {
  if (name !== 'choices') return answerText(name, values, intake, language)
  return (
    <ol className="answers-choices">
      {choicesSent(values, intake).map(({ specializationId, wish }) => (
        <li key={specializationId}>
          <Programme of={programmeOf(intake, specializationId)} />
          {programmeOf(intake, specializationId)?.merit ? `, ${text(`apply:choices.wishes.${wish}`)}` : null}
        </li>
      ))}
    </ol>
  )
}

/** Formats an answer for display. */
export function answerText(name: string, values: Values, intake: WireIntake, language: Language): string {
  const answer = answerOf(name, values)
  switch (name) {
    case 'cnp':
      return cnpInGroups(compactNationalId(answer))
    case 'birthDate':
      return dayInWords(answer, language)
    case 'sex':
      return text(`apply:sex.${answer}`)
    case 'identityType':
      return text(`apply:identityType.${answer}`)
    case 'country':
    case 'citizenship':
      return countryName(answer, language)
    case 'departmentProfileId':
      return named(intake.departments, answer, language)
    case 'specializationId':
      return named(intake.specializations, answer, language)
    case 'placeKindId':
      return intake.merit?.kinds.find(({ id }) => id === answer)?.name ?? text('apply:choices.noSpecial')
    default:
      return askedNamed(name, intake)?.choices?.[answer]?.[language] ?? answer
  }
}

function named(list: readonly (Named & { readonly id: string })[], id: string, language: Language): string {
  const found = list.find((one) => one.id === id)
  return found ? nameIn(found, language) : ''
}

const Programme = ({ of }: { of: Named | undefined }) => (of ? <OwnName of={of} /> : null)
