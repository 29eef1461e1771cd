import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { WireQuestion } from '#resources/admission/wire-merit.ts'
import { registrations } from '#resources/registrations.ts'
import { AnswerInput } from '../../answer-input.tsx'
import { useFieldMessage } from '../fields.tsx'
import type { StepProps } from '../steps/step-props.ts'
import {
  chosenProgrammeQuestions,
  programmesAskingFor,
  typedQuestionAnswer,
  withQuestionAnswer,
} from './choices.ts'
import { RequiredBy } from './required-by.tsx'

/** Questions of the chosen programmes, each with the programmes that ask it. */
export function Questions({ stepProps }: { stepProps: StepProps }) {
  const t = useText('apply')
  const questions = chosenProgrammeQuestions(stepProps.draft.values, stepProps.publicConfig)
  if (questions.length === 0) return null
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="apply-section">
        {t('choices.questions')}
      </h2>
      {questions.map((question) => (
        <Question key={question.name} stepProps={stepProps} question={question} />
      ))}
    </section>
  )
}

function Question({ stepProps, question }: { stepProps: StepProps; question: WireQuestion }) {
  const language = useLanguage()
  const { draft, publicConfig, setValue } = stepProps
  const { name } = question
  return (
    <AnswerInput
      spec={fieldOf(registrations, name)}
      name={name}
      label={question.labels[language] ?? name}
      hint={<RequiredBy programmes={programmesAskingFor(name, draft.values, publicConfig)} />}
      message={useFieldMessage(stepProps, name)}
      choices={question.choices}
      value={typedQuestionAnswer(draft.values, name)}
      onChange={(typed) => setValue('answers', withQuestionAnswer(draft.values, name, typed))}
    />
  )
}
