import { Link } from 'react-router'
import type { StudentHome } from '#model/academic/home.ts'
import { choiceKey } from '#model/message-keys.ts'
import { pagesOf } from '#model/paths.ts'
import { today } from '#model/values/dates.ts'
import { resourceNamed } from '#resources/index.ts'
import { recordPath } from '#src/console/area.ts'
import { dateText, dateTimeText } from '#src/fields/date-text.ts'
import { moneyDisplay, numberDisplay } from '#src/fields/number-text.ts'
import { useHomeText } from '../../use-home-text.ts'
import { Card, Rows } from './card.tsx'

const listOf = (name: string) => pagesOf(resourceNamed(name), 'student').list

/** A student's tasks and news. */
export function StudentSections({ home }: { readonly home: StudentHome }) {
  const { t, language } = useHomeText()
  const grades = resourceNamed('grades')
  return (
    <div className="home-cards">
      <Card title={t('home:exams')} more={{ to: listOf('exams'), label: t('home:allExams') }}>
        <Rows rows={home.exams} none={t('home:noExams')}>
          {(exam) => (
            <>
              <Link className="row-link" to={recordPath('exams', exam.id, 'student') ?? listOf('exams')}>
                {exam.course}
              </Link>
              <span className="home-fact">{[dateTimeText(exam.startsAt, language), exam.room].filter(Boolean).join(' · ')}</span>
            </>
          )}
        </Rows>
        {home.mayAskForResits && home.requests.resits > 0 && (
          <p className="home-note">
            <Link to={`${listOf('exam-resits')}?view=waiting`}>{t('home:resitsWaiting', { count: home.requests.resits })}</Link>
          </p>
        )}
      </Card>
      <Card title={t('home:grades')} more={{ to: listOf('grades'), label: t('home:allGrades') }}>
        <Rows rows={home.grades} none={t('home:noGrades')}>
          {(grade) => (
            <>
              <Link className="row-link" to={recordPath('grades', grade.id, 'student') ?? listOf('grades')}>
                {grade.course}
              </Link>
              <strong className="home-mark">
                {grade.result === 'graded'
                  ? numberDisplay(grade.value ?? 0, language, 0)
                  : t(`resources:${choiceKey(grades, 'result', grade.result)}`)}
              </strong>
            </>
          )}
        </Rows>
        {home.credits && (
          <p className="home-note">
            {t('home:credits', {
              won: numberDisplay(home.credits.won, language, 0),
              total: numberDisplay(home.credits.total, language, 0),
            })}
          </p>
        )}
        {home.requests.appeals > 0 && (
          <p className="home-note">
            <Link to={`${listOf('grade-appeals')}?view=open`}>{t('home:appealsWaiting', { count: home.requests.appeals })}</Link>
          </p>
        )}
      </Card>
      <Money home={home} />
      {home.requests.dataChanges > 0 && (
        <Card title={t('home:requests')}>
          <p className="home-none">
            <Link to={`${listOf('data-changes')}?view=waiting`}>{t('home:dataChangesWaiting', { count: home.requests.dataChanges })}</Link>
          </p>
        </Card>
      )}
    </div>
  )
}

function Money({ home: { balance, open, asOf } }: { readonly home: StudentHome }) {
  const { t, language } = useHomeText()
  const day = today(new Date(asOf))
  return (
    <Card title={t('home:payments')} more={{ to: listOf('finances'), label: t('home:allPayments') }}>
      <Rows rows={open} none={balance < 0 ? t('home:paidTooMuch', { amount: moneyDisplay(-balance, language) }) : t('home:nothingDue')}>
        {(charge) => {
          const isLate = charge.dueOn !== null && charge.dueOn < day
          return (
            <>
              <Link className="row-link" to={recordPath('finances', charge.id, 'student') ?? listOf('finances')}>
                {charge.description}
              </Link>
              <span className="home-fact">
                <strong>{moneyDisplay(charge.open, language)}</strong>
                {charge.dueOn && (
                  <span className={isLate ? 'home-late' : undefined}>
                    {t(isLate ? 'home:overdue' : 'home:due', { date: dateText(charge.dueOn, language) })}
                  </span>
                )}
              </span>
            </>
          )
        }}
      </Rows>
    </Card>
  )
}
