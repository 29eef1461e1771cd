/** The parts that an application lacks to be ranked, in the words that its applicant reads. */

import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Texts } from '@matricola/server/texts.ts'
import type { WireGradeName } from '#resources/admission/wire-merit.ts'
import { languages } from '#resources/languages.ts'
import { registrations } from '#resources/registrations.ts'
import type { AnswerGrades } from './answer-grades.ts'
import type { MissingReason } from './assemble.ts'
import { gradeLabels } from './formula.ts'

/**
 * Text key by reason. Applicants must not read that an application was marked as a duplicate,
 * because the other one may belong to someone else.
 */
const textKeys: { readonly [reason: MissingReason]: `averages:missing.${string}` } = {
  unchecked: 'averages:missing.unchecked',
  duplicate: 'averages:missing.unchecked',
  updateRequested: 'averages:missing.updateRequested',
  feeUnpaid: 'averages:missing.feeUnpaid',
  formula: 'averages:missing.formula',
  notEligible: 'averages:missing.notEligible',
}

/** Returns labels for the names of fields and for the other reasons that applicants may read. */
export function missingLabels(
  texts: Texts,
  missing: readonly MissingReason[],
  questions: AnswerGrades,
): WireGradeName[] {
  const fields = missing.filter(
    (name) => Object.hasOwn(registrations.fields, name) || questions.has(name),
  )
  const keys = new Set(missing.flatMap((reason) => textKeys[reason] ?? []))
  return [
    ...gradeLabels(texts, fields, questions),
    ...[...keys].map((key) => ({
      name: key.slice(key.lastIndexOf('.') + 1),
      labels: Object.fromEntries(
        languages.map((language) => [language, texts.text(language, key)]),
      ),
    })),
  ]
}

/** The missing parts as a list in words. */
export const missingInWords = (
  texts: Texts,
  language: Language,
  missing: readonly MissingReason[],
  questions: AnswerGrades,
): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(
    missingLabels(texts, missing, questions).map(({ labels }) => labels[language] ?? ''),
  )
