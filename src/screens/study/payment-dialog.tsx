import { useHttp } from '@matricola/console/app/console-context.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { formatNumericDate } from '@matricola/console/fields/date-text.ts'
import { FieldInput } from '@matricola/console/fields/field-input.tsx'
import { controlId, FormField } from '@matricola/console/fields/form-field.tsx'
import { useIssueText } from '@matricola/console/fields/issue-text.ts'
import { moneyDisplay } from '@matricola/console/fields/number-text.ts'
import { UniversityText } from '@matricola/console/fields/university-text.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { Checkbox, Radio } from '@matricola/console/kit/checks.tsx'
import { Dialog } from '@matricola/console/kit/dialog.tsx'
import { storeValue, useStoredValue } from '@matricola/console/local-storage.ts'
import { FormDialog } from '@matricola/console/pages/form/form-dialog.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { useSubmission } from '@matricola/console/pages/form/use-dialog-submission.ts'
import { KeyHint } from '@matricola/console/screens/key-hint.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { daysBetween } from '@matricola/schema/values/dates.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { OpenCharge } from '#resources/academic/open-charges.ts'
import {
  type BookedPayment,
  type NewPayment,
  paymentMethods,
} from '#resources/academic/payments.ts'
import * as paymentCalls from '#resources/calls/payments.ts'
import { cashSessions } from '#resources/cash-sessions.ts'
import { defaultCurrency } from '#resources/currency.ts'
import { receipts } from '#resources/receipts.ts'
import { coveredBy, dueCharges, splitAmount, unpaidSumOf } from './payment-parts.ts'
import { usePaymentText } from './use-payment-text.ts'
import './payment-dialog.css'

interface PaymentDialogProps {
  readonly studentId: string
  /** The name of the student. */
  readonly name: string
  readonly onClose: () => void
}

/**
 * Records a payment at the counter. The charges that are due are chosen, so that Enter is enough
 * for a payment of all of them.
 */
export function PaymentDialog({ studentId, name, onClose }: PaymentDialogProps) {
  const { t } = usePaymentText()
  const client = useQueryClient()
  const { data, error, refetch } = useCall(
    paymentCalls.newPayment,
    { params: { id: studentId } },
    { key: ['new-payment', studentId], staleTime: 0 },
  )
  const [booked, setBooked] = useState<BookedPayment | null>(null)
  const onBooked = (payment: BookedPayment) => {
    setBooked(payment)
    void client.invalidateQueries({ queryKey: ['ledger', studentId] })
    void client.invalidateQueries({ queryKey: ['data', 'default'] })
  }
  if (booked) return <Booked {...{ booked, onClose }} />
  if (data)
    return <PaymentForm {...{ studentId, name, data, onBooked, onClose }} onReload={refetch} />
  return (
    <Dialog
      title={t('title', { name })}
      footer={<Button onClick={onClose}>{t('pages:form.cancel')}</Button>}
      onClose={onClose}
    >
      {error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <FieldsSkeleton rows={4} />
      )}
    </Dialog>
  )
}

interface PaymentFormProps extends PaymentDialogProps {
  readonly data: NewPayment
  readonly onBooked: (payment: BookedPayment) => void
  readonly onReload: () => Promise<unknown>
}

const receiptResource = asAnyResource(receipts)
const fieldNames = ['amount', 'document', 'payer', 'seriesId', 'openingCash'] as const

function PaymentForm({ studentId, name, data, onBooked, onReload, onClose }: PaymentFormProps) {
  const { t, language } = usePaymentText()
  const { makeCall, request } = useHttp()
  const scope = useId()
  const issueText = useIssueText()
  const { open, desk, series, today } = data
  const methodKey = `matricola.payment-method.${useUser().id}`
  const stored = useStoredValue(methodKey)
  const method = paymentMethods.find((one) => one === stored) ?? 'cash'
  const [ticked, setTicked] = useState<readonly string[]>(() => dueCharges(open, today))
  const [typed, setTyped] = useState<unknown>(undefined)
  const [document, setDocument] = useState<unknown>(null)
  const [payer, setPayer] = useState<unknown>(null)
  const [openingCash, setOpeningCash] = useState<unknown>(0)
  const [received, setReceived] = useState<unknown>(null)
  const [seriesId, setSeriesId] = useState(series[0]?.id ?? '')
  const { issues, failure, isRunning, send } = useSubmission(scope, fieldNames)
  const chosen = open.filter(({ id }) => ticked.includes(id))
  const amount = typed === undefined ? unpaidSumOf(chosen) || null : typed
  const paying = typeof amount === 'number' ? amount : 0
  const { paid, credit } = splitAmount(chosen, paying)
  const needsDesk = method !== 'transfer' && (desk === null || desk.isFromEarlierDay)
  const money = (value: number) => moneyDisplay(value, language, defaultCurrency)
  const [methodIssue] = issues.method ?? []

  useSelectedAmount(controlId(scope, 'amount'))

  const choose = (id: string, isChosen: boolean) => {
    const next = isChosen ? [...ticked, id] : ticked.filter((one) => one !== id)
    setTicked(next)
  }
  const type = (value: unknown) => {
    setTyped(value)
    if (typeof value === 'number') setTicked(coveredBy(open, value))
  }
  const openDesk = () =>
    send(
      (headers) =>
        request(endpointsOf(asAnyResource(cashSessions)).create, {
          body: { seriesId, openingCash },
          headers,
          fallback: 'resources:cash-sessions.problems.create',
        }),
      () => void onReload(),
    )
  const book = () =>
    send(
      async (headers) => {
        try {
          const { data: payment } = await makeCall(paymentCalls.bookPayment, {
            params: { id: studentId },
            input: {
              amount: paying,
              method,
              document: textOrNull(document),
              payer: textOrNull(payer),
              charges: chosen.map(({ id, open: unpaid }) => ({ id, open: unpaid })),
            },
            headers,
          })
          onBooked(payment)
        } catch (refusal) {
          await onReload()
          throw refusal
        }
      },
      () => {},
    )
  const submit = () => {
    if (isRunning) return
    if (needsDesk) {
      if (desk === null && seriesId !== '') void openDesk()
    } else void book()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = event.altKey ? ['Digit1', 'Digit2', 'Digit3'].indexOf(event.code) : -1
    const next = paymentMethods[at]
    if (!next) return
    event.preventDefault()
    storeValue(methodKey, next)
  }
  const field = (
    fieldName: 'amount' | 'document' | 'payer',
    value: unknown,
    onChange: (next: unknown) => void,
    required = false,
  ) => (
    <FormField
      resource={receiptResource}
      name={fieldName}
      spec={receipts.fields[fieldName]}
      {...{ value, required, scope, onChange }}
      values={{}}
      issue={issues[fieldName]?.[0]}
    />
  )
  return (
    <FormDialog
      title={t('title', { name })}
      isWide
      submit={
        !needsDesk
          ? t('record', { amount: money(paying) })
          : desk === null && series.length > 0
            ? t('resources:cash-sessions.new')
            : null
      }
      isDisabled={isRunning}
      cancel={t('pages:form.cancel')}
      failure={methodIssue ? issueText(methodIssue) : failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: catches shortcuts of the whole form */}
      <div className="payment" onKeyDown={onKeyDown}>
        <fieldset className="payment-charges">
          <legend>{t('charges')}</legend>
          {open.length === 0 && <p>{t('nothingOwed')}</p>}
          {open.map((charge) => (
            <Charge
              key={charge.id}
              {...{ charge, today }}
              isChosen={ticked.includes(charge.id)}
              paid={paid.get(charge.id) ?? 0}
              onChoose={(isChosen) => choose(charge.id, isChosen)}
            />
          ))}
          {credit > 0 && <p className="payment-credit">{t('credit', { amount: money(credit) })}</p>}
        </fieldset>
        <div className="payment-fields">
          {field('amount', amount, type, true)}
          <fieldset className="payment-methods">
            <legend>{t('resources:receipts.fields.method')}</legend>
            {paymentMethods.map((one, at) => (
              <Radio
                key={one}
                name={`${scope}-method`}
                checked={method === one}
                onChange={() => storeValue(methodKey, one)}
              >
                {t(`resources:receipts.choices.method.${one}`)} <KeyHint name={`Alt ${at + 1}`} />
              </Radio>
            ))}
          </fieldset>
          {method !== 'cash' && field('document', document, setDocument, method === 'transfer')}
          {needsDesk ? (
            <Desk
              {...{ data, scope, seriesId, openingCash, issues }}
              onSeries={setSeriesId}
              onOpeningCash={setOpeningCash}
            />
          ) : (
            <>
              {method === 'cash' && (
                <Change {...{ scope, paying, received }} onReceived={setReceived} />
              )}
              {method !== 'transfer' && desk && (
                <p className="payment-receipt">
                  <span className="caption">{t('resources:receipts.one')}</span>{' '}
                  <strong>{desk.nextLabel}</strong>{' '}
                  <span className="caption">{t('next', { desk: desk.name })}</span>
                </p>
              )}
            </>
          )}
          {field('payer', payer, setPayer)}
        </div>
      </div>
    </FormDialog>
  )
}

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Focuses the amount and selects it, so that another one can be typed over it. */
function useSelectedAmount(id: string): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const input = document.getElementById(id)
      if (input instanceof HTMLInputElement) {
        input.focus()
        input.select()
      }
    })
    return () => cancelAnimationFrame(frame)
  }, [id])
}

interface ChargeProps {
  readonly charge: OpenCharge
  readonly today: string
  readonly isChosen: boolean
  /** The part of the charge that the amount pays. */
  readonly paid: number
  readonly onChoose: (isChosen: boolean) => void
}

function Charge({ charge, today, isChosen, paid, onChoose }: ChargeProps) {
  const { t, language } = usePaymentText()
  const { description, dueOn, open } = charge
  const money = (value: number) => moneyDisplay(value, language, defaultCurrency)
  const days = dueOn === null ? 0 : daysBetween(dueOn, today)
  return (
    <div className="payment-charge" data-chosen={isChosen || undefined}>
      <Checkbox checked={isChosen} onChange={({ target }) => onChoose(target.checked)}>
        <UniversityText>{description}</UniversityText>
        {dueOn !== null && (
          <span className="caption payment-due" data-overdue={days > 0 || undefined}>
            {t('due', { date: formatNumericDate(dueOn, language) })}
            {days > 0 && ` · ${t('overdue', { count: days })}`}
          </span>
        )}
      </Checkbox>
      <span className="payment-amount">
        {isChosen && paid < open
          ? t('part', { paid: money(paid), open: money(open) })
          : money(open)}
      </span>
    </div>
  )
}

interface DeskProps {
  readonly data: NewPayment
  readonly scope: string
  readonly seriesId: string
  readonly openingCash: unknown
  readonly issues: ReturnType<typeof useSubmission>['issues']
  readonly onSeries: (id: string) => void
  readonly onOpeningCash: (value: unknown) => void
}

/** Opens the cash desk, or says why cash cannot be taken. */
function Desk({ data, scope, seriesId, openingCash, issues, onSeries, onOpeningCash }: DeskProps) {
  const { t, language } = usePaymentText()
  const issueText = useIssueText()
  const { desk, series } = data
  if (desk)
    return (
      <p role="alert">
        {t('earlierDesk', { date: formatNumericDate(desk.openedAt.slice(0, 10), language) })}
      </p>
    )
  if (series.length === 0) return <p role="alert">{t('noSeries')}</p>
  const [issue] = issues.seriesId ?? []
  return (
    <div className="payment-desk">
      <fieldset className="payment-methods">
        <legend>{t('resources:cash-sessions.fields.seriesId')}</legend>
        {issue && <p className="field-error">{issueText(issue)}</p>}
        {series.map(({ id, code, desk: name }) => (
          <Radio
            key={id}
            name={`${scope}-series`}
            checked={seriesId === id}
            onChange={() => onSeries(id)}
          >
            {code} · <UniversityText>{name}</UniversityText>
          </Radio>
        ))}
      </fieldset>
      <FormField
        resource={asAnyResource(cashSessions)}
        name="openingCash"
        spec={cashSessions.fields.openingCash}
        value={openingCash}
        values={{}}
        required
        scope={scope}
        issue={issues.openingCash?.[0]}
        onChange={onOpeningCash}
      />
    </div>
  )
}

interface ChangeProps {
  readonly scope: string
  readonly paying: number
  readonly received: unknown
  readonly onReceived: (value: unknown) => void
}

/** Computes the change for cash. Nothing of it is stored. */
function Change({ scope, paying, received, onReceived }: ChangeProps) {
  const { t, language } = usePaymentText()
  const id = controlId(scope, 'received')
  const change = typeof received === 'number' ? received - paying : -1
  return (
    <div className="payment-change">
      <div className="form-field">
        <label className="field-label" id={`${id}-label`} htmlFor={id}>
          {t('received')} <span className="field-optional">{t('pages:fields.optional')}</span>
        </label>
        <FieldInput
          {...{ id, labelId: `${id}-label`, value: received, onChange: onReceived }}
          resource={receiptResource}
          name="amount"
          spec={receipts.fields.amount}
          values={{}}
          required={false}
          invalid={false}
        />
      </div>
      <p>
        {change >= 0 && (
          <>
            <span className="caption">{t('change')}</span>{' '}
            <strong>{moneyDisplay(change, language, defaultCurrency)}</strong>
          </>
        )}
      </p>
    </div>
  )
}

interface BookedProps {
  readonly booked: BookedPayment
  readonly onClose: () => void
}

/** The receipt, instead of the form. Screen readers announce the title of a dialog that opens. */
function Booked({ booked: { receipt, balance }, onClose }: BookedProps) {
  const { t, language } = usePaymentText()
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  const money = (value: number) => moneyDisplay(value, language, defaultCurrency)
  return (
    <Dialog
      title={t('recorded', { receipt: receipt.label, amount: money(receipt.amount) })}
      footer={
        <Button ref={close} kind="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
      onClose={onClose}
    >
      <p>
        {balance > 0
          ? t('stillOwed', { amount: money(balance) })
          : balance < 0
            ? t('credit', { amount: money(-balance) })
            : t('nothingOwed')}
      </p>
    </Dialog>
  )
}
