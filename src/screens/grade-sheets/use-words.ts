import type { WireGrade } from '#model/academic/grade-sheet.ts'
import type { MarkWords } from '#model/academic/sheet-entry.ts'
import { issueText } from '#providers/http.ts'
import { useText } from '#src/i18n.ts'
import type { RowView } from './sheet-store.ts'

/** Signs for absence and a missing right to sit: a letter, which cells show, and the word. */
export function useMarkWords(): MarkWords {
  const t = useText('marks')
  const word = (result: 'absent' | 'notEligible') => [t(`letters.${result}`), t(`resources:grades.choices.result.${result}`)]
  return { absent: word('absent'), notEligible: word('notEligible') }
}

/** A mark in words: the number, or what stands in its place. */
export function useMarkName(): (mark: Pick<WireGrade, 'result' | 'value'>) => string {
  const t = useText('marks')
  return ({ result, value }) => (result === 'graded' ? String(value) : t(`resources:grades.choices.result.${result}`))
}

/** Words for what is stored of a row, or what stands against it. */
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
