import { useRecordPath } from '@matricola/console/app/use-record-path.ts'
import { dateTimeText } from '@matricola/console/fields/date-text.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { Link } from 'react-router'
import type { ProfessorHome } from '#resources/academic/home.ts'
import { getResource } from '#resources/index.ts'
import { gradeSheetPath } from '#resources/paths.ts'
import { useHomeText } from '../../use-home-text.ts'
import { CardRows, HomeCard } from './home-card.tsx'

const supervisedThesesQuery = (professorId: string | null) =>
  new URLSearchParams({
    'filters[supervisorId]': professorId ?? '',
    'filters[status]': 'registered,eligible',
  })

const listPathOf = (name: string) => pagePaths(getResource(name), 'professor').list

/** A professor's tasks and upcoming exams. */
export function ProfessorSections({ home }: { readonly home: ProfessorHome }) {
  const { t, language } = useHomeText()
  const recordPath = useRecordPath()
  const pathOf = (id: string) => recordPath('exams', id) ?? listPathOf('exams')
  return (
    <div className="home-cards">
      <HomeCard
        title={t('home:sheets')}
        more={{ to: `${listPathOf('exams')}?view=toGrade`, label: t('home:allSheets') }}
      >
        <CardRows rows={home.sheets} emptyText={t('home:noSheets')}>
          {(sheet) => (
            <>
              <Link className="row-link" to={gradeSheetPath('professor', sheet.id)}>
                {t('home:ofGroup', { course: sheet.course, group: sheet.group })}
              </Link>
              <span className="home-fact">
                <strong>
                  {t(sheet.missing === 0 ? 'home:drafts' : 'home:missing', {
                    count: sheet.missing || sheet.drafts,
                  })}
                </strong>
                {sheet.dueAt && (
                  <span className={sheet.dueAt < home.asOf ? 'home-overdue' : undefined}>
                    {t(sheet.dueAt < home.asOf ? 'home:overdue' : 'home:gradesDue', {
                      date: dateTimeText(sheet.dueAt, language),
                    })}
                  </span>
                )}
              </span>
            </>
          )}
        </CardRows>
      </HomeCard>
      <HomeCard
        title={t('home:examsSoon')}
        more={{ to: listPathOf('exams'), label: t('home:allExams') }}
      >
        <CardRows rows={home.exams} emptyText={t('home:noExamsSoon')}>
          {(exam) => (
            <>
              <Link className="row-link" to={pathOf(exam.id)}>
                {t('home:ofGroup', { course: exam.course, group: exam.group })}
              </Link>
              <span className="home-fact">
                {[dateTimeText(exam.startsAt, language), exam.room].filter(Boolean).join(' · ')}
              </span>
            </>
          )}
        </CardRows>
      </HomeCard>
      <HomeCard title={t('home:waiting')}>
        <ul className="bare-list home-rows">
          <li>
            <Link to={`${listPathOf('grade-appeals')}?view=open`}>
              {t('home:appeals', { count: home.appeals.open })}
            </Link>
            {home.appeals.overdue > 0 && (
              <span className="home-fact">
                <span className="home-overdue">
                  {t('home:appealsOverdue', { number: home.appeals.overdue })}
                </span>
              </span>
            )}
          </li>
          <li>
            <Link to={`${listPathOf('exam-resits')}?view=waiting`}>
              {t('home:resitRequests', { count: home.resits })}
            </Link>
          </li>
          <li>
            <Link to={`${listPathOf('license-exams')}?${supervisedThesesQuery(home.professorId)}`}>
              {t('home:theses', { count: home.theses })}
            </Link>
          </li>
        </ul>
      </HomeCard>
    </div>
  )
}
