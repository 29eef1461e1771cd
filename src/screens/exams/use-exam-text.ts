import { createUseTexts } from '@matricola/console/app/create-use-texts.ts'
import { today } from '@matricola/schema/values/dates.ts'

const useTexts = createUseTexts('exams', 'resources', 'errors', 'pages', 'shell')

/** Texts of exams and of the namespaces their pages need. */
export function useExamText() {
  const { t, language } = useTexts()
  /** Time until an instant in calendar days, such as "today", "tomorrow" or "in 5 days". */
  const until = (instant: string) => {
    const days = (Date.parse(today(new Date(instant))) - Date.parse(today(new Date()))) / 86_400_000
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
  }
  return { t, language, until }
}
