import { formatNumericDate } from '@matricola/console/fields/date-text.ts'
import { moneyDisplay } from '@matricola/console/fields/number-text.ts'
import { UniversityText } from '@matricola/console/fields/university-text.tsx'
import { ListFailed } from '@matricola/console/pages/list/list-states.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import { today } from '@matricola/schema/values/dates.ts'
import type { StudentAccount } from '#resources/academic/account.ts'
import * as dashboardCalls from '#resources/calls/dashboard.ts'
import { defaultCurrency } from '#resources/currency.ts'
import { FeeDetails } from '#src/fees/fee-details.tsx'
import { Ledger } from '../ledger.tsx'
import { useHomeText } from '../use-home-text.ts'
import { useOwnRecord } from '../use-own-record.ts'
import '../home-rows.css'
import './finances.css'

/** Amounts that the signed-in student owes, with their due dates, and all ledger entries. */
export function OwnAccount() {
  const { t, language } = useHomeText()
  const ownRecord = useOwnRecord()
  const id = ownRecord.query.data?.id
  const query = useCall(
    dashboardCalls.studentAccount,
    { params: { id: id ?? '' } },
    { enabled: id !== undefined },
  )
  if (ownRecord.isMissing) return <p className="panel ledger-empty">{t('home:ledger.none')}</p>
  const failed = [ownRecord.query, query].find(({ isError }) => isError)
  if (failed?.error)
    return (
      <ListFailed
        error={failed.error}
        title={t('home:accountFailed')}
        onRetry={() => void failed.refetch()}
      />
    )
  const day = today(new Date())
  return (
    <div className="page account">
      <section
        className="account-head panel"
        aria-labelledby="own-account"
        aria-busy={ownRecord.query.isFetching || query.isFetching}
      >
        <h2 id="own-account">{t('home:balance')}</h2>
        {query.data ? (
          <>
            <p className="account-balance">
              {moneyDisplay(Math.abs(query.data.balance), language, defaultCurrency)}
            </p>
            <p className="home-empty">
              {t(
                query.data.balance > 0
                  ? 'home:youOwe'
                  : query.data.balance < 0
                    ? 'home:youPaidMore'
                    : 'home:nothingDue',
              )}
            </p>
            <ul className="bare-list home-rows">
              {query.data.open.map(({ id, description, dueOn, open }) => (
                <li key={id}>
                  <span>{description}</span>
                  <span className="home-fact">
                    <strong>{moneyDisplay(open, language, defaultCurrency)}</strong>
                    {dueOn && (
                      <span className={dueOn < day ? 'home-overdue' : undefined}>
                        {t(dueOn < day ? 'home:overdue' : 'home:due', {
                          date: formatNumericDate(dueOn, language),
                        })}
                      </span>
                    )}
                  </span>
                </li>
              ))}
            </ul>
            {query.data.balance > 0 && <PayTo payTo={query.data.payTo} />}
          </>
        ) : (
          <p className="skeleton" aria-hidden="true" />
        )}
      </section>
      {id !== undefined && <Ledger studentId={id} />}
    </div>
  )
}

/** Where to pay, and with which payment reference. */
function PayTo({ payTo }: Pick<StudentAccount, 'payTo'>) {
  const { t } = useHomeText()
  if (!payTo) return <p className="home-note">{t('home:payAtOffice')}</p>
  return (
    <>
      <FeeDetails
        account={payTo}
        holder={<UniversityText>{payTo.holder}</UniversityText>}
        reference={payTo.reference}
      />
      <p className="home-note">{t('home:payByTransfer')}</p>
    </>
  )
}
