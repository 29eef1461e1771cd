import { usePermission } from '@matricola/console/app/use-permission.ts'
import { useRecordPath } from '@matricola/console/app/use-record-path.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { formatNumericDate } from '@matricola/console/fields/date-text.ts'
import { moneyDisplay } from '@matricola/console/fields/number-text.ts'
import { UniversityText } from '@matricola/console/fields/university-text.tsx'
import { HttpError } from '@matricola/providers/http.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { Link } from 'react-router'
import type { LedgerEntry } from '#resources/academic/account.ts'
import * as dashboardCalls from '#resources/calls/dashboard.ts'
import { finances } from '#resources/finances.ts'
import '@matricola/console/pages/form/form.css'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import './ledger.css'
import { defaultCurrency } from '#resources/currency.ts'
import { useHomeText } from './use-home-text.ts'

/** All ledger entries of a student, newest first, with the balance after each. */
export function Ledger({ studentId }: { readonly studentId: string }) {
  const { t, language } = useHomeText()
  const { role } = useUser()
  const can = usePermission()
  const query = useCall(
    dashboardCalls.studentLedger,
    { params: { id: studentId } },
    { key: ['ledger', studentId], fallback: 'home:ledger.failed' },
  )
  if (query.isError)
    return (
      <LoadFailed
        message={query.error.message}
        reference={query.error instanceof HttpError ? query.error.requestId : undefined}
        onRetry={() => void query.refetch()}
      />
    )
  if (!query.data) return <FieldsSkeleton rows={5} />
  const { balance, entries } = query.data
  const pages = pagePaths(asAnyResource(finances), role)
  return (
    <div className="ledger" aria-busy={query.isFetching}>
      {role !== 'student' && (
        <div className="inline-group ledger-head">
          <p>
            <strong>{moneyDisplay(Math.abs(balance), language, defaultCurrency)}</strong>{' '}
            {t(balance > 0 ? 'home:youOwe' : balance < 0 ? 'home:youPaidMore' : 'home:nothingDue')}
          </p>
          {can('create', asAnyResource(finances)) && (
            <Link className="button" to={`${pages.create}?${new URLSearchParams({ studentId })}`}>
              {t('resources:finances.new')}
            </Link>
          )}
        </div>
      )}
      {entries.length === 0 ? (
        <p className="panel ledger-empty">{t('home:ledger.none')}</p>
      ) : (
        <LedgerEntries entries={entries} />
      )}
    </div>
  )
}

function LedgerEntries({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  const { t } = useHomeText()
  const labels = {
    booked: t('resources:finances.fields.bookedOn'),
    owed: t('home:ledger.owed'),
    paid: t('home:ledger.paid'),
    balance: t('home:balance'),
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="table-box panel" aria-label={t('home:ledger.title')} tabIndex={0}>
      <table className="plain-table stack-on-narrow ledger-table">
        <caption className="visually-hidden">{t('home:ledger.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{labels.booked}</th>
            <th scope="col">{t('resources:finances.one')}</th>
            <th scope="col" className="end-aligned">
              {labels.owed}
            </th>
            <th scope="col" className="end-aligned">
              {labels.paid}
            </th>
            <th scope="col" className="end-aligned">
              {labels.balance}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <LedgerEntryRow key={entry.id} entry={entry} labels={labels} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface LedgerEntryRowProps {
  readonly entry: LedgerEntry
  readonly labels: { readonly [column in 'booked' | 'owed' | 'paid' | 'balance']: string }
}

function LedgerEntryRow({ entry, labels }: LedgerEntryRowProps) {
  const { language } = useHomeText()
  const recordPath = useRecordPath()
  const { id, bookedOn, effect, balance, description, reversedOn } = entry
  const money = (amount: number) => (
    <span className="nowrap">{moneyDisplay(amount, language, defaultCurrency)}</span>
  )
  return (
    <tr data-reversed={reversedOn !== null || undefined}>
      <td data-label={labels.booked}>
        <time dateTime={bookedOn}>{formatNumericDate(bookedOn, language)}</time>
      </td>
      <th scope="row">
        <Link className="record-link" to={recordPath('finances', id) ?? ''}>
          <UniversityText>{description}</UniversityText>
        </Link>
        <Facts entry={entry} />
      </th>
      <td data-label={labels.owed} className="end-aligned">
        {effect > 0 && money(effect)}
      </td>
      <td data-label={labels.paid} className="end-aligned">
        {effect < 0 && money(-effect)}
      </td>
      <td data-label={labels.balance} className="end-aligned ledger-balance">
        {moneyDisplay(balance, language, defaultCurrency)}
      </td>
    </tr>
  )
}

/** Type of the entry, and what it reverses or was reversed by. */
function Facts({
  entry: { direction, receiptNumber, dueOn, reversalOfId, reversalReason, reversedOn },
}: Pick<LedgerEntryRowProps, 'entry'>) {
  const { t, language } = useHomeText()
  const kind = t(`resources:finances.choices.direction.${direction}`)
  const facts = [
    reversalOfId ? t('home:ledger.reversal', { kind, why: reversalReason ?? '' }) : kind,
    receiptNumber,
    dueOn && !reversedOn && t('home:due', { date: formatNumericDate(dueOn, language) }),
  ].filter(Boolean)
  return (
    <>
      <span className="caption ledger-facts">{facts.join(' · ')}</span>
      {reversedOn && (
        <span className="ledger-reversed">
          {t('home:ledger.reversedOn', { date: formatNumericDate(reversedOn, language) })}
        </span>
      )}
    </>
  )
}
