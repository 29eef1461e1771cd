import { translateIssue, useText } from '@matricola/console/i18n.ts'
import { Field } from '@matricola/console/public/field.tsx'
import { PublicForm } from '@matricola/console/public/public-form.tsx'
import { useSubmit } from '@matricola/console/public/use-submit.ts'
import { useState } from 'react'
import { findNationalIdError } from '#resources/field-types/nationalId/national-id.ts'
import { admissionPath, applyPath } from '#resources/paths.ts'
import { loadStatusViews } from './load-views.ts'
import { searchByCnp } from './search-by-cnp.ts'
import type { StatusNavigation } from './status-navigation.ts'

/** The search form. Every search opens the result view, even if nothing is found. */
export function StatusSearchForm({ views }: { views: StatusNavigation }) {
  const t = useText('public')
  const [enteredCnp, setEnteredCnp] = useState('')
  const form = useSubmit({
    fields: { cnp: enteredCnp.replace(/\D/g, '') },
    check: ({ cnp }) => {
      const error = findNationalIdError(cnp)
      return error ? { cnp: translateIssue({ code: `nationalId.${error}` }) } : {}
    },
    send: ({ cnp }) => searchByCnp(cnp),
    done: (found) => views.show({ name: 'result', found }),
  })
  const change = (value: string) => {
    if (enteredCnp === '') loadStatusViews().catch(() => {})
    setEnteredCnp(value)
  }
  return (
    <PublicForm
      form={form}
      title={t('status.title')}
      intro={t('status.intro')}
      takesFocus={views.hasMoved}
      labels={{ cnp: t('status.cnp') }}
      worksWithoutScript
      submit={form.isBusy ? t('status.searching') : t('status.search')}
      after={
        <p className="public-aside">
          <button
            type="button"
            className="button-link"
            onClick={() => views.show({ name: 'code', reference: '' })}
          >
            {t('status.haveCode')}
          </button>
          <a href={applyPath}>{t('status.apply')}</a>
          <a href={admissionPath}>{t('admission.link')}</a>
        </p>
      }
    >
      <Field
        name="cnp"
        label={t('status.cnp')}
        hint={t('status.cnpHint')}
        value={enteredCnp}
        onChange={change}
        message={form.messages.cnp}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
      />
    </PublicForm>
  )
}
