import { useLanguage } from '@matricola/console/i18n.ts'
import { useCall } from '@matricola/console/use-call.ts'
import { useMemo } from 'react'
import { rankingQuestions } from '#resources/calls/ranking-rules.ts'
import type { QuestionLabels } from '../formula-texts.tsx'

/**
 * Returns the questions of the programme's application form that formulas can use. It is empty until
 * the session and the programme are chosen.
 */
export function useQuestionLabels(values: { readonly [field: string]: unknown }): QuestionLabels {
  const language = useLanguage()
  const { admissionSessionId, specializationId } = values
  const isChosen = typeof admissionSessionId === 'string' && typeof specializationId === 'string'
  const { data } = useCall(
    rankingQuestions,
    {
      query: {
        admissionSessionId: String(admissionSessionId),
        specializationId: String(specializationId),
      },
    },
    { enabled: isChosen },
  )
  return useMemo(
    () => new Map((data ?? []).map(({ name, labels }) => [name, labels[language] ?? name])),
    [data, language],
  )
}
