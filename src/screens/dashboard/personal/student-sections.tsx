import { useRecordPath } from '@matricola/console/app/use-record-path.ts'
import { dateTimeText, formatNumericDate } from '@matricola/console/fields/date-text.ts'
import { moneyDisplay, numberDisplay } from '@matricola/console/fields/number-text.ts'
import { choiceKey } from '@matricola/schema/message-keys.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { Link } from 'react-router'
import type { StudentHome } from '#resources/academic/home.ts'
import { defaultCurrency } from '#resources/currency.ts'
import { getResource } from '#resources/index.ts'
import { useHomeText } from '../../use-home-text.ts'
import { CardRows, HomeCard } from './home-card.tsx'

const listPathOf = (name: string) => pagePaths(getResource(name), 'student').list

/** Sections of a student's home page. */
export function StudentSections({ home }: { readonly home: StudentHome }) {
  const { t, language } = useHomeText()
  const recordPath = useRecordPath()
  const grades = getResource('grades')
  return (
    <div className="home-cards">
      <HomeCard
        title={t('home:exams')}
        more={{ to: listPathOf('exams'), label: t('home:allExams') }}
      >
        <CardRows rows={home.exams} emptyText={t('home:noExams')}>
          {(exam) => (
            <>
              <Link className="row-link" to={recordPath('exams', exam.id) ?? listPathOf('exams')}>
                {exam.course}
              </Link>
              <span className="home-fact">
                {[dateTimeText(exam.startsAt, language), exam.room].filter(Boolean).join(' · ')}
              </span>
            </>
          )}
        </CardRows>
        {home.canRequestResits && home.requests.resits > 0 && (
          <p className="home-note">
            <Link to={`${listPathOf('exam-resits')}?view=waiting`}>
              {t('home:resitsWaiting', { count: home.requests.resits })}
            </Link>
          </p>
        )}
      </HomeCard>
      <HomeCard
        title={t('home:grades')}
        more={{ to: listPathOf('grades'), label: t('home:allGrades') }}
      >
        <CardRows rows={home.grades} emptyText={t('home:noGrades')}>
          {(grade) => (
            <>
              <Link
                className="row-link"
                to={recordPath('grades', grade.id) ?? listPathOf('grades')}
              >
                {grade.course}
              </Link>
              <strong className="home-grade">
                {grade.result === 'graded'
                  ? numberDisplay(grade.value ?? 0, language, 0)
                  : t(`resources:${choiceKey(grades, 'result', grade.result)}`)}
              </strong>
            </>
          )}
        </CardRows>
        {home.credits && (
          <p className="home-note">
            {t('home:credits', {
              earned: numberDisplay(home.credits.earned, language, 0),
              total: numberDisplay(home.credits.total, language, 0),
            })}
          </p>
        )}
        {home.requests.appeals > 0 && (
          <p className="home-note">
            <Link to={`${listPathOf('grade-appeals')}?view=open`}>
              {t('home:appealsWaiting', { count: home.requests.appeals })}
            </Link>
          </p>
        )}
      </HomeCard>
      <PaymentsCard home={home} />
      {home.requests.dataChanges > 0 && (
        <HomeCard title={t('home:requests')}>
          <p className="home-empty">
            <Link to={`${listPathOf('data-changes')}?view=waiting`}>
              {t('home:dataChangesWaiting', { count: home.requests.dataChanges })}
            </Link>
          </p>
        </HomeCard>
      )}
    </div>
  )
}

function PaymentsCard({ home: { balance, open, asOf } }: { readonly home: StudentHome }) {
  const { t, language } = useHomeText()
  const recordPath = useRecordPath()
  const day = today(new Date(asOf))
  return (
    <HomeCard
      title={t('home:payments')}
      more={{ to: listPathOf('finances'), label: t('home:allPayments') }}
    >
      <CardRows
        rows={open}
        emptyText={
          balance < 0
            ? t('home:paidTooMuch', { amount: moneyDisplay(-balance, language, defaultCurrency) })
            : t('home:nothingDue')
        }
      >
        {(charge) => {
          const isOverdue = charge.dueOn !== null && charge.dueOn < day
          return (
            <>
              <Link
                className="row-link"
                to={recordPath('finances', charge.id) ?? listPathOf('finances')}
              >
                {charge.description}
              </Link>
              <span className="home-fact">
                <strong>{moneyDisplay(charge.open, language, defaultCurrency)}</strong>
                {charge.dueOn && (
                  <span className={isOverdue ? 'home-overdue' : undefined}>
                    {t(isOverdue ? 'home:overdue' : 'home:due', {
                      date: formatNumericDate(charge.dueOn, language),
                    })}
                  </span>
                )}
              </span>
            </>
          )
        }}
      </CardRows>
    </HomeCard>
  )
}
