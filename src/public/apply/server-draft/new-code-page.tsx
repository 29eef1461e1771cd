import { useText } from '@matricola/console/i18n.ts'
import { PublicForm } from '@matricola/console/public/public-form.tsx'
import { useSubmit } from '@matricola/console/public/use-submit.ts'
import { isId } from '@matricola/schema/paths.ts'
import { useState } from 'react'
import { StepLink } from '../steps/step-link.tsx'
import type { DraftStore } from '../use-application-draft.ts'
import { useFragment } from './fragment.ts'
import { InvalidDraftLink } from './invalid-draft-link.tsx'
import { OpenDraftForm } from './resume-page.tsx'
import { renewCode } from './server-draft.ts'

/** `?step=newcode#t=…&draft=…`: the emailed link to a new access code. */
export function NewCodePage({ draftStore }: { draftStore: DraftStore }) {
  const { value: token, key } = useFragment('t')
  const { value: id } = useFragment('draft')
  return <NewCode key={key} token={token} id={id} draftStore={draftStore} />
}

/**
 * Creates the code only on a click, because programs that open links in emails must not consume it.
 */
function NewCode({
  token,
  id,
  draftStore,
}: {
  token: string | null
  id: string | null
  draftStore: DraftStore
}) {
  const t = useText('apply')
  const [code, setCode] = useState<string | null>(null)
  const form = useSubmit({
    fields: {},
    send: () => renewCode(draftStore, id ?? '', token ?? ''),
    done: setCode,
  })
  if (id !== null && (!isId(id) || !token))
    return <InvalidDraftLink title={t('later.newCode.title')} />
  if (code !== null) return <OpenDraftForm id={id} draftStore={draftStore} newCode={code} />
  const again = (
    <StepLink to="lostcode" fragment={`#t=${id}`}>
      {t('later.newCode.again')}
    </StepLink>
  )
  return (
    <PublicForm
      form={form}
      title={t('later.newCode.title')}
      intro={t('later.newCode.intro')}
      labels={{}}
      submit={t(form.isBusy ? 'later.newCode.showing' : 'later.newCode.show')}
      remedy={form.error?.code === 'token.invalid' ? again : null}
    >
      {null}
    </PublicForm>
  )
}
