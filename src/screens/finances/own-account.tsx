import { useQuery } from '@tanstack/react-query'
import type { StudentAccount } from '#model/academic/account.ts'
import { today } from '#model/dates.ts'
import { ask } from '#providers/ask.ts'
import { HttpError } from '#providers/http.ts'
import * as dashboardCalls from '#resources/calls/dashboard.ts'
import * as peopleCalls from '#resources/calls/people.ts'
import { dateText } from '#src/fields/date-text.ts'
import { moneyDisplay } from '#src/fields/number-text.ts'
import { ListFailed } from '#src/pages/list/states.tsx'
import { Ledger } from '../ledger.tsx'
import { useHomeText } from '../use-home-text.ts'
import '../home-rows.css'
import './finances.css'

/** Sums that the signed-in student owes, until when, and everything that was booked. */
export function OwnAccount() {
  const { t, language } = useHomeText()
  const query = useQuery({
    queryKey: ['own-account'],
    queryFn: async ({ signal }): Promise<(StudentAccount & { readonly studentId: string }) | null> => {
      const own = await ownId(signal)
      if (own === null) return null
      return { ...(await ask(dashboardCalls.studentAccount, { params: { id: own }, signal })).data, studentId: own }
    },
  })
  if (query.error instanceof HttpError)
    return <ListFailed error={query.error} title={t('home:accountFailed')} onRetry={() => void query.refetch()} />
  if (query.data === null) return <p className="sheet ledger-none">{t('home:ledger.none')}</p>
  const day = today(new Date())
  return (
    <div className="page account">
      <section className="account-head sheet" aria-labelledby="own-account" aria-busy={query.isFetching}>
        <h2 id="own-account">{t('home:balance')}</h2>
        {query.data ? (
          <>
            <p className="account-sum">{moneyDisplay(Math.abs(query.data.balance), language)}</p>
            <p className="home-none">
              {t(query.data.balance > 0 ? 'home:youOwe' : query.data.balance < 0 ? 'home:youPaidMore' : 'home:nothingDue')}
            </p>
            <ul className="bare-list home-rows">
              {query.data.open.map(({ id, description, dueOn, open }) => (
                <li key={id}>
                  <span>{description}</span>
                  <span className="home-fact">
                    <strong>{moneyDisplay(open, language)}</strong>
                    {dueOn && (
                      <span className={dueOn < day ? 'home-late' : undefined}>
                        {t(dueOn < day ? 'home:overdue' : 'home:due', { date: dateText(dueOn, language) })}
                      </span>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p className="skeleton" aria-hidden="true" />
        )}
      </section>
      {query.data && <Ledger studentId={query.data.studentId} />}
    </div>
  )
}

/** Id of the student's own record; null for an account that has none. */
async function ownId(signal: AbortSignal): Promise<string | null> {
  try {
    return (await ask(peopleCalls.personalData, { signal })).data.id
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === 404) return null
    throw error
  }
}
