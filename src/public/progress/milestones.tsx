import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { type AppIconName, Icon } from '@matricola/console/icons/icon.tsx'
import type { MilestoneStep } from '#resources/admission/application-milestones.ts'
import { formatStateDate } from '#resources/admission/application-state.ts'
import { nameIn } from '#resources/admission/translated-name.ts'
import type { WireMilestone, WireState } from '#resources/admission/wire.ts'
import './progress.css'

/** The milestones of an application with their dates. */
export function Milestones({ state: { milestones } }: { readonly state: WireState }) {
  const t = useText('application')
  return (
    <ol className="steps" aria-label={t('title')}>
      {milestones.map((milestone) => (
        <Milestone key={`${milestone.step} ${milestone.round?.name}`} milestone={milestone} />
      ))}
    </ol>
  )
}

const marks: { readonly [step in MilestoneStep]?: AppIconName } = {
  declined: 'cross',
  withdrawn: 'minus',
}

function Milestone({
  milestone: { step, round, state, at, by },
}: {
  readonly milestone: WireMilestone
}) {
  const t = useText('application')
  const language = useLanguage()
  const date = at ?? by
  const day = date === null ? '' : formatStateDate(date, language)
  const dateText = date?.includes('T') ? t('public:moment', { date: day }) : day
  const isDone = state === 'done'
  const mark = marks[step]
  return (
    <li data-state={state} data-mark={mark} aria-current={state === 'current' ? 'step' : undefined}>
      <span className="steps-mark">{isDone ? <Icon name={mark ?? 'check'} /> : null}</span>
      <span className="steps-name">
        <span className="visually-hidden">{t(`states.${state}`)} </span>
        {round ? nameIn(round, language) : t(`steps.${step}`)}
      </span>
      {dateText ? (
        <span className="steps-date">
          {isDone ? dateText : t(at ? 'since' : 'by', { date: dateText })}
        </span>
      ) : null}
    </li>
  )
}
