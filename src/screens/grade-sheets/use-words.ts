import type { WireGrade } from '#model/academic/grade-sheet.ts'
import type { MarkWords } from '#model/academic/sheet-entry.ts'
import { issueText } from '#providers/http.ts'
import { useText } from '#src/i18n.ts'
import type { RowView } from './sheet-store.ts'

/** Texts for "absent" and "not eligible": the letter shown in cells, and the word. */
export function useMarkWords(): MarkWords {
  const t = useText('marks')
  const word = (result: 'absent' | 'notEligible') => [t(`letters.${result}`), t(`resources:grades.choices.result.${result}`)]
  return { absent: word('absent'), notEligible: word('notEligible') }
}

/** Returns a function that names a grade: the number, or the reason why there is none. */
export function useMarkName(): (mark: Pick<WireGrade, 'result' | 'value'>) => string {
  const t = useText('marks')
  return ({ result, value }) => (result === 'graded' ? String(value) : t(`resources:grades.choices.result.${result}`))
}

/** Returns a function that describes the state of a row, or its issue. */
export function useStateText(): (view: RowView) => string {
  const t = useText('marks')
  const markName = useMarkName()
  const letters = { absent: t('letters.absent'), notEligible: t('letters.notEligible') }
  return ({ state, mark, issues }) => {
    if (state === 'stored') return t(`state.${mark?.state ?? 'missing'}`)
    if (state === 'unreadable') return t('state.unreadable', letters)
    if (state === 'correction') return t('state.correction', { mark: mark ? markName(mark) : '' })
    if (state === 'conflict') return mark ? t('state.conflict', { mark: markName(mark) }) : t('state.conflictEmpty')
    if (state !== 'refused') return t(`state.${state}`)
    const why = Object.values(issues).flat()
    return why.map((issue) => issueText(issue)).join(' ')
  }
}
