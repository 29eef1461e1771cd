import { useState } from 'react'
import { accessCodeInGroups, exampleAccessCode, tidyAccessCode } from '#model/admission/access-code.ts'
import type { WireFoundDraft, WireOpenDraft } from '#model/admission/wire.ts'
import { isId } from '#model/paths.ts'
import { momentInWords } from '#model/values/dates.ts'
import { useLanguage, useText } from '../../../i18n.ts'
import { Field } from '../../field.tsx'
import { PublicForm } from '../../form.tsx'
import { PublicFrame } from '../../frame.tsx'
import { useSubmit } from '../../submit.ts'
import { takeFocus } from '../../take-focus.ts'
import { CopyLine } from '../copy-line.tsx'
import type { SentElsewhere } from '../draft.ts'
import { forgetFiles } from '../files.ts'
import { StepLink } from '../steps/step-link.tsx'
import { goTo, hasComeFromElsewhere, replaceBy } from '../steps/steps.ts'
import type { DraftDoor } from '../use-draft.ts'
import { useFragment } from './fragment.ts'
import { continueHere, openLater } from './later.ts'
import { NoLink } from './no-link.tsx'
import { OtherWays } from './other-ways.tsx'
import { type Outcome, OutcomePage } from './outcome-page.tsx'
import { SentElsewherePage } from './sent-elsewhere-page.tsx'

/** `?step=resume#t=…`: the link in the email. */
export function ResumePage({ door }: { door: DraftDoor }) {
  const { value, key } = useFragment('t')
  return <OpenSaved key={key} id={value} door={door} />
}

interface OpenSavedParts {
  readonly id: string | null
  readonly door: DraftDoor
  /** The code that has just been made, which is shown instead of asked for. */
  readonly newCode?: string
}

/** Shows nothing of the draft until the access code is correct. */
export function OpenSaved({ id, door, newCode }: OpenSavedParts) {
  const t = useText('apply')
  const [code, setCode] = useState(newCode ?? '')
  const [isShared, setShared] = useState(false)
  const [opened, setOpened] = useState<WireOpenDraft | null>(null)
  const [sent, setSent] = useState<SentElsewhere | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const continueWith = async (found: WireOpenDraft) => {
    if (door.latest()?.key !== found.content.key) forgetFiles()
    replaceBy(await continueHere(door, { opened: found, accessCode: tidyAccessCode(code) ?? '', isShared }))
  }
  const form = useSubmit({
    fields: { accessCode: code.trim() },
    check: ({ accessCode }) => (tidyAccessCode(accessCode) ? {} : { accessCode: t('later.resume.shape') }),
    send: ({ accessCode }) => openLater(id ?? '', tidyAccessCode(accessCode) ?? accessCode),
    done: (found) => follow(found),
    failed: ({ code: why, message }) => (why === 'accessCode.wrong' ? t('later.resume.wrong') : message),
  })
  const follow = async (found: WireFoundDraft) => {
    const here = door.latest()
    if (found.state === 'kept') {
      if (here && here.key !== found.content.key) setOpened(found)
      else continueWith(found)
    } else if (found.state === 'sent') {
      const known = { reference: found.reference, sentAt: found.sentAt }
      setSent(known)
      if (here?.later?.id !== id) return
      door.change({ sent: known })
      await door.save()
    } else setOutcome(found)
  }
  if (id !== null && !isId(id)) return <NoLink title={t('later.resume.title')} />
  if (sent) return <SentElsewherePage sent={sent} door={door.draft?.sent ? door : null} />
  if (outcome) return <OutcomePage outcome={outcome} door={door} />
  if (opened && door.draft) return <Choice savedAt={door.draft.savedAt} onTake={() => continueWith(opened)} />
  return (
    <PublicForm
      form={form}
      title={t(newCode === undefined ? 'later.resume.title' : 'later.newCode.title')}
      intro={t(newCode === undefined ? 'later.resume.intro' : 'later.newCode.keep')}
      takesFocus={newCode !== undefined || hasComeFromElsewhere()}
      labels={{ accessCode: t('sent.accessCode') }}
      submit={t(form.isBusy ? 'later.resume.opening' : 'later.resume.open')}
      after={newCode === undefined ? <WithoutCode id={id} /> : null}
    >
      {newCode === undefined ? (
        <Field
          name="accessCode"
          label={t('sent.accessCode')}
          hint={t('later.resume.hint', { example: exampleAccessCode })}
          value={code}
          onChange={setCode}
          message={form.messages.accessCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      ) : (
        <CopyLine label={t('sent.accessCode')} text={accessCodeInGroups(newCode)} />
      )}
      <label className="apply-check">
        <input type="checkbox" checked={isShared} onChange={(event) => setShared(event.target.checked)} aria-describedby="shared-detail" />
        <span>
          {t('shared.label')}
          <span className="apply-detail" id="shared-detail">
            {t('shared.detail')}
          </span>
        </span>
      </label>
    </PublicForm>
  )
}

function WithoutCode({ id }: { id: string | null }) {
  const t = useText('apply')
  return (
    <>
      <p>
        <StepLink to="lostcode" fragment={id === null ? '' : `#t=${id}`}>
          {t('later.lost.link')}
        </StepLink>
      </p>
      <OtherWays />
    </>
  )
}

/** This device has another unsubmitted draft. Neither is discarded without asking. */
function Choice({ savedAt, onTake }: { savedAt: string; onTake: () => void }) {
  const t = useText('apply')
  const language = useLanguage()
  return (
    <PublicFrame title={t('later.resume.title')}>
      <h1 tabIndex={-1} ref={takeFocus}>
        {t('later.resume.title')}
      </h1>
      <p>{t('later.resume.other', { date: momentInWords(savedAt, language) })}</p>
      <div className="apply-buttons">
        <button type="button" className="button button-danger" onClick={onTake}>
          {t('later.resume.take')}
        </button>
        <button type="button" className="button" onClick={() => goTo('start')}>
          {t('later.resume.keep')}
        </button>
      </div>
    </PublicFrame>
  )
}
