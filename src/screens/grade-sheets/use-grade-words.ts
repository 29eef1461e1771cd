import { translateIssue, useText } from '@matricola/console/i18n.ts'
import type { WireGrade } from '#resources/academic/grade-sheet.ts'
import type { GradeTexts } from '#resources/academic/grade-sheet-entry.ts'
import type { GradeRowView } from './grade-sheet-store.ts'

/** Texts for "absent" and "not eligible": the letter shown in cells, and the word. */
export function useGradeWords(): GradeTexts {
  const t = useText('gradeSheets')
  const wordsFor = (result: 'absent' | 'notEligible') => [
    t(`letters.${result}`),
    t(`resources:grades.choices.result.${result}`),
  ]
  return { absent: wordsFor('absent'), notEligible: wordsFor('notEligible') }
}

/** Returns a function that names a grade: the number, or the reason why there is none. */
export function useGradeName(): (grade: Pick<WireGrade, 'result' | 'value'>) => string {
  const t = useText('gradeSheets')
  return ({ result, value }) =>
    result === 'graded' ? String(value) : t(`resources:grades.choices.result.${result}`)
}

/** Returns a function that describes the state of a row, or its issue. */
export function useGradeRowStateText(): (view: GradeRowView) => string {
  const t = useText('gradeSheets')
  const gradeName = useGradeName()
  const letters = { absent: t('letters.absent'), notEligible: t('letters.notEligible') }
  return ({ state, grade, issues }) => {
    if (state === 'stored') return t(`state.${grade?.state ?? 'missing'}`)
    if (state === 'unreadable') return t('state.unreadable', letters)
    if (state === 'correction')
      return t('state.correction', { grade: grade ? gradeName(grade) : '' })
    if (state === 'conflict')
      return grade ? t('state.conflict', { grade: gradeName(grade) }) : t('state.conflictEmpty')
    if (state !== 'refused') return t(`state.${state}`)
    const messages = Object.values(issues).flat()
    return messages.map((issue) => translateIssue(issue)).join(' ')
  }
}
