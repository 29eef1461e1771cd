import type { WireAskedName } from '#model/admission/wire-merit.ts'
import { fieldOf } from '#model/resource.ts'
import { registrations } from '#resources/registrations.ts'
import { useLanguage, useText } from '../../../i18n.ts'
import { AnswerInput } from '../../answer-input.tsx'
import { useMessage } from '../fields.tsx'
import type { StepParts } from '../steps/step-parts.ts'
import { AskedBy } from './asked-by.tsx'
import { programmesAsking, questionsAsked, questionTyped, withQuestion } from './choices.ts'

/** Questions of the chosen programmes, each with the programmes that ask it. */
export function Questions({ parts }: { parts: StepParts }) {
  const t = useText('apply')
  const asked = questionsAsked(parts.draft.values, parts.intake)
  if (asked.length === 0) return null
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="apply-section">
        {t('choices.questions')}
      </h2>
      {asked.map((question) => (
        <Question key={question.name} parts={parts} question={question} />
      ))}
    </section>
  )
}

function Question({ parts, question }: { parts: StepParts; question: WireAskedName }) {
  const language = useLanguage()
  const { draft, intake, setValue } = parts
  const { name } = question
  return (
    <AnswerInput
      spec={fieldOf(registrations, name)}
      name={name}
      label={question.labels[language] ?? name}
      hint={<AskedBy programmes={programmesAsking(name, draft.values, intake)} />}
      message={useMessage(parts, name)}
      choices={question.choices}
      value={questionTyped(draft.values, name)}
      onChange={(typed) => setValue('answers', withQuestion(draft.values, name, typed))}
    />
  )
}
