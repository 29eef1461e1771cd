import { useRef, useState } from 'react'
import type { WireIntake } from '#model/admission/wire.ts'
import { admissionPath, programmeParam, statusPath } from '#model/paths.ts'
import { momentInWords } from '#model/values/dates.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { addressParam } from '../address.ts'
import { PublicFrame } from '../frame.tsx'
import { OwnName } from '../own.tsx'
import { takeFocus } from '../take-focus.ts'
import { Deadline } from './deadline.tsx'
import type { Draft, Values } from './draft.ts'
import { goTo, steps } from './steps/steps.ts'
import type { DraftDoor } from './use-draft.ts'

/** Requirements and deadline, shown before the first question. */
export function StartPage({ intake, door }: { intake: WireIntake; door: DraftDoor }) {
  const t = useText('public')
  const begin = async () => {
    if (await door.beginFirst(namedAnswers(intake))) goTo('identity')
  }
  const beginAnew = async () => {
    await door.beginAnew(namedAnswers(intake))
    goTo('identity')
  }
  /** Keeps an existing choice: a link never changes answers. */
  const resume = ({ step, values }: Draft) => {
    if (values.specializationId === '') door.change({ values: { ...values, ...namedAnswers(intake) } })
    goTo(step)
  }
  return (
    <PublicFrame title={t('apply.start.title')}>
      <h1>{t('apply.start.title')}</h1>
      <p>{t('apply.start.intro')}</p>
      <Deadline intake={intake} chosenId={door.draft?.values.specializationId || (namedProgramme(intake)?.id ?? null)} />
      <Chosen intake={intake} draft={door.draft} />
      <h2 className="apply-section">{t('apply.start.needed')}</h2>
      <ul className="apply-list">
        <li>{t('apply.start.idCard')}</li>
        <li>{t('apply.start.diploma')}</li>
        {intake.specializations.some(({ cycle }) => cycle === 'master') ? <li>{t('apply.start.masterDiploma')}</li> : null}
        <li>{t('apply.start.cv')}</li>
      </ul>
      <p>{t('apply.start.files')}</p>
      {door.draft ? (
        <Resume draft={door.draft} onResume={resume} onAgain={beginAnew} />
      ) : (
        <button type="button" className="button button-primary" onClick={begin}>
          {t('apply.start.begin')}
        </button>
      )}
      <p className="public-aside apply-aside">
        <span>{t('apply.start.applied')}</span>
        <a href={statusPath}>{t('apply.status')}</a>
      </p>
    </PublicFrame>
  )
}

/** The programme named by the link, or the one already chosen in the draft on this device. A link never changes answers. */
function Chosen({ intake, draft }: { intake: WireIntake; draft: Draft | null }) {
  const t = useText('public')
  const named = namedProgramme(intake)
  if (!named) return null
  const kept = intake.specializations.find(({ id }) => id === draft?.values.specializationId)
  return (
    <section className="apply-note" aria-labelledby="chosen">
      <h2 id="chosen">
        <OwnName of={kept ?? named} />
      </h2>
      <p>{t(kept && kept.id !== named.id ? 'apply.start.choseBefore' : 'apply.start.chosen')}</p>
      <p>
        <a href={admissionPath}>{t('apply.start.chooseOther')}</a>
      </p>
    </section>
  )
}

/** Starting over deletes the answers, so it asks for confirmation and names the data that will be lost. */
function Resume({ draft, onResume, onAgain }: { draft: Draft; onResume: (draft: Draft) => void; onAgain: () => void }) {
  const t = useText('public')
  const language = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const resume = useRef<HTMLButtonElement>(null)
  const saved = { number: steps.indexOf(draft.step) + 1, date: momentInWords(draft.savedAt, language) }
  return (
    <div className="apply-resume">
      <p>{t('apply.start.found', saved)}</p>
      <button ref={resume} type="button" className="button button-primary" onClick={() => onResume(draft)}>
        {t('apply.start.resume')}
      </button>
      {isAsking ? (
        <div className="apply-note" role="alert" tabIndex={-1} ref={takeFocus}>
          <p>{t('apply.start.deletes', saved)}</p>
          <div className="apply-buttons">
            <button type="button" className="button button-danger" onClick={onAgain}>
              {t('apply.start.delete')}
            </button>
            <button
              type="button"
              className="button"
              onClick={() => {
                setAsking(false)
                resume.current?.focus()
              }}
            >
              {t('apply.start.keep')}
            </button>
          </div>
        </div>
      ) : (
        <button type="button" className="button" onClick={() => setAsking(true)}>
          {t('apply.start.again')}
        </button>
      )}
    </div>
  )
}

/** The programme that the link names, if it is still offered. */
function namedProgramme({ specializations }: WireIntake) {
  const code = addressParam(programmeParam)
  return specializations.find((one) => one.code === code) ?? null
}

/** The answers that the form starts with. */
function namedAnswers(intake: WireIntake): Partial<Values> {
  const named = namedProgramme(intake)
  return named ? { departmentProfileId: named.departmentProfileId, specializationId: named.id } : {}
}
