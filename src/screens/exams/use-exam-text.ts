import { today } from '#model/values/dates.ts'
import { textsOf } from '#src/console/texts-of.ts'

const useTexts = textsOf('exams', 'resources', 'errors', 'pages', 'shell')

/** The exams' own words, those of the records and of the pages around them. */
export function useExamText() {
  const { t, language } = useTexts()
  /** Distance to an instant in days of the calendar: today, tomorrow, in 5 days. */
  const until = (instant: string) => {
    const days = (Date.parse(today(new Date(instant))) - Date.parse(today(new Date()))) / 86_400_000
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
  }
  return { t, language, until }
}
