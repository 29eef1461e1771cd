import { Link } from 'react-router'
import type { ProfessorHome } from '#model/academic/home.ts'
import { marksPath, pagesOf } from '#model/paths.ts'
import { resourceNamed } from '#resources/index.ts'
import { recordPath } from '#src/console/area.ts'
import { dateTimeText } from '#src/fields/date-text.ts'
import { useHomeText } from '../../use-home-text.ts'
import { Card, Rows } from './card.tsx'

const supervised = (professorId: string | null) =>
  new URLSearchParams({ 'filters[supervisorId]': professorId ?? '', 'filters[status]': 'registered,eligible' })

const listOf = (name: string) => pagesOf(resourceNamed(name), 'professor').list

/** A professor's tasks and upcoming exams. */
export function ProfessorSections({ home }: { readonly home: ProfessorHome }) {
  const { t, language } = useHomeText()
  const pathOf = (id: string) => recordPath('exams', id, 'professor') ?? listOf('exams')
  return (
    <div className="home-cards">
      <Card title={t('home:sheets')} more={{ to: `${listOf('exams')}?view=toGrade`, label: t('home:allSheets') }}>
        <Rows rows={home.sheets} none={t('home:noSheets')}>
          {(sheet) => (
            <>
              <Link className="row-link" to={marksPath('professor', sheet.id)}>
                {t('home:ofGroup', { course: sheet.course, group: sheet.group })}
              </Link>
              <span className="home-fact">
                <strong>{t(sheet.missing === 0 ? 'home:drafts' : 'home:missing', { count: sheet.missing || sheet.drafts })}</strong>
                {sheet.dueAt && (
                  <span className={sheet.dueAt < home.asOf ? 'home-late' : undefined}>
                    {t(sheet.dueAt < home.asOf ? 'home:overdue' : 'home:marksDue', { date: dateTimeText(sheet.dueAt, language) })}
                  </span>
                )}
              </span>
            </>
          )}
        </Rows>
      </Card>
      <Card title={t('home:examsSoon')} more={{ to: listOf('exams'), label: t('home:allExams') }}>
        <Rows rows={home.exams} none={t('home:noExamsSoon')}>
          {(exam) => (
            <>
              <Link className="row-link" to={pathOf(exam.id)}>
                {t('home:ofGroup', { course: exam.course, group: exam.group })}
              </Link>
              <span className="home-fact">{[dateTimeText(exam.startsAt, language), exam.room].filter(Boolean).join(' · ')}</span>
            </>
          )}
        </Rows>
      </Card>
      <Card title={t('home:waiting')}>
        <ul className="bare-list home-rows">
          <li>
            <Link to={`${listOf('grade-appeals')}?view=open`}>{t('home:appeals', { count: home.appeals.open })}</Link>
            {home.appeals.overdue > 0 && (
              <span className="home-fact">
                <span className="home-late">{t('home:appealsOverdue', { number: home.appeals.overdue })}</span>
              </span>
            )}
          </li>
          <li>
            <Link to={`${listOf('exam-resits')}?view=waiting`}>{t('home:resitRequests', { count: home.resits })}</Link>
          </li>
          <li>
            <Link to={`${listOf('license-exams')}?${supervised(home.professorId)}`}>{t('home:theses', { count: home.theses })}</Link>
          </li>
        </ul>
      </Card>
    </div>
  )
}
