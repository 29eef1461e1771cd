import type { WireMark } from '#model/academic/sheet.ts'
import type { MarkWords } from '#model/academic/sheet-entry.ts'
import { useText } from '#src/i18n.ts'

/** What stands for absence and a missing right to sit: a letter, which cells show, and the word. */
export function useMarkWords(): MarkWords {
  const t = useText('marks')
  const word = (result: 'absent' | 'notEligible') => [t(`letters.${result}`), t(`resources:grades.choices.result.${result}`)]
  return { absent: word('absent'), notEligible: word('notEligible') }
}

/** A mark in words: the number, or what stands in its place. */
export function useMarkName(): (mark: Pick<WireMark, 'result' | 'value'>) => string {
  const t = useText('marks')
  return ({ result, value }) => (result === 'graded' ? String(value) : t(`resources:grades.choices.result.${result}`))
}
