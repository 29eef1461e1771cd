import { countryName } from '@matricola/console/countries.ts'
import { translate, useText } from '@matricola/console/i18n.ts'
import { formatLongDay } from '@matricola/schema/values/dates.ts'
import { formatFileNameAndSize } from '@matricola/schema/values/format-size.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { ReactNode } from 'react'
import { isItemId } from '#resources/admission/form-item-id.ts'
import { nameIn, type TranslatedName } from '#resources/admission/translated-name.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { isDocumentName } from '#resources/application-documents.ts'
import { compactNationalId } from '#resources/field-types/nationalId/national-id.ts'
import { documentSize, findChosenFile } from '../documents/document-state.ts'
import type { Uploads } from '../documents/uploads.ts'
import { TranslatedNameText } from '../university-language.tsx'
import type { ApplicationDraft, DraftValues } from './application-draft.ts'
import { choicesToSubmit, findProgramme, findRequirement } from './choices/choices.ts'
import { itemsBundle } from './form-items/form-items.ts'
import { draftFieldLabel, issueMessage } from './issue-messages.ts'
import { cnpInGroups } from './steps/cnp-facts.ts'
import { stepFields } from './steps/step-fields.ts'
import { StepLink } from './steps/step-link.tsx'
import { stepName } from './steps/step-name.ts'
import { stepsOf } from './steps/steps.ts'
import { mistypedCode } from './steps/suggested-address.ts'
import { normalizedAnswer } from './validation.ts'
import './answers.css'

interface AnswersProps {
  readonly draft: ApplicationDraft
  readonly publicConfig: WireIntake
  readonly uploads: Uploads
  readonly issues: FieldIssues
  readonly language: Language
  /** The question about the email address. */
  readonly children: ReactNode
}

/**
 * Lists all answers by step, with links to edit them: one link per answer, or one per step on
 * narrow screens. The link is shown in place of a missing answer.
 */
export function Answers({
  draft,
  publicConfig,
  uploads,
  issues,
  language,
  children,
}: AnswersProps) {
  const t = useText('apply')
  const { values } = draft
  const Removed = itemsBundle()?.RemovedAnswers
  return stepsOf(values, publicConfig)
    .filter((step) => step !== 'check')
    .map((step) => (
      <section key={step} className="apply-answers" aria-labelledby={`answers-${step}`}>
        <div className="answers-head">
          <h2 id={`answers-${step}`} className="apply-section">
            {stepName(step)}
          </h2>
          <p className="answers-change">
            <StepLink to={step} navigationState={{ fromCheck: true }} id={`change-${step}`}>
              {t('change')} <span className="visually-hidden">{stepName(step)}</span>
            </StepLink>
          </p>
        </div>
        {step === 'questions' && Removed ? (
          <Removed values={values} publicConfig={publicConfig} />
        ) : null}
        <dl>
          {stepFields(step, values, publicConfig).map((name) => {
            const found = issues[name]?.[0]
            const issue = found?.code === mistypedCode ? undefined : found
            const label = draftFieldLabel(name, values)
            const navigationState = { field: name, fromCheck: true }
            return (
              <div key={name} className={found ? 'apply-answer field-invalid' : 'apply-answer'}>
                <dt>{label}</dt>
                <dd className={isItemId(name) ? 'long-text' : undefined}>
                  {issue ? (
                    <StepLink to={step} navigationState={navigationState} className="apply-missing">
                      {issueMessage(name, issue, values, language)}
                    </StepLink>
                  ) : isDocumentName(name) ? (
                    documentText(uploads, name, language)
                  ) : (
                    renderAnswer(name, values, publicConfig, language)
                  )}
                  {name === 'personalEmail' ? children : null}
                </dd>
                <dd className="apply-change">
                  <StepLink to={step} navigationState={navigationState} id={`change-${name}`}>
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
  const file = findChosenFile(state)
  if (!file) return ''
  return formatFileNameAndSize({ name: file.name, bytes: documentSize(state, file) }, language)
}

/** Choices are shown as a list. All other answers are shown on one line. */
function renderAnswer(
  name: string,
  values: DraftValues,
  publicConfig: WireIntake,
  language: Language,
) {
  if (name !== 'choices') return draftAnswerText(name, values, publicConfig, language)
  return (
    <ol className="answers-choices">
      {choicesToSubmit(values, publicConfig).map(({ specializationId, fundingPreference }) => (
        <li key={specializationId}>
          <ProgrammeName programme={findProgramme(publicConfig, specializationId)} />
          {findProgramme(publicConfig, specializationId)?.merit
            ? `, ${translate(`apply:choices.placeTypes.${fundingPreference}`)}`
            : null}
        </li>
      ))}
    </ol>
  )
}

/** Formats an answer for display. */
export function draftAnswerText(
  name: string,
  values: DraftValues,
  publicConfig: WireIntake,
  language: Language,
): string {
  if (isItemId(name))
    return itemsBundle()?.itemAnswerText(name, values, publicConfig, language) ?? ''
  const answer = normalizedAnswer(name, values)
  switch (name) {
    case 'cnp':
      return cnpInGroups(compactNationalId(answer))
    case 'birthDate':
      return formatLongDay(answer, language)
    case 'sex':
      return translate(`apply:sex.${answer}`)
    case 'identityType':
      return translate(`apply:identityType.${answer}`)
    case 'country':
    case 'citizenship':
      return countryName(answer, language)
    case 'departmentProfileId':
      return nameById(publicConfig.departments, answer, language)
    case 'specializationId':
      return nameById(publicConfig.specializations, answer, language)
    case 'placeKindId':
      return (
        publicConfig.merit?.kinds.find(({ id }) => id === answer)?.name ??
        translate('apply:choices.noSpecial')
      )
    default:
      return findRequirement(name, publicConfig)?.choices?.[answer]?.[language] ?? answer
  }
}

function nameById(
  list: readonly (TranslatedName & { readonly id: string })[],
  id: string,
  language: Language,
): string {
  const found = list.find((item) => item.id === id)
  return found ? nameIn(found, language) : ''
}

const ProgrammeName = ({ programme }: { programme: TranslatedName | undefined }) =>
  programme ? <TranslatedNameText of={programme} /> : null
