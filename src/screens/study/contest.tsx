import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { WireGradeAppeal } from '#model/academic/appeals.ts'
import { choiceKey } from '#model/message-keys.ts'
import { resourceNamed } from '#resources/index.ts'
import { recordPath } from '#src/console/area.ts'
import { usePerson } from '#src/console/person.ts'
import { longDateTime } from '#src/fields/date-text.ts'
import { Button } from '#src/kit/button.tsx'
import { RequestDialog } from '../request-dialog.tsx'
import { useStudyText } from '../use-study-text.ts'

const appeals = resourceNamed('grade-appeals')

interface ContestProps {
  readonly gradeId: string
  /** Course of the grade. */
  readonly course: string
  /** The grade in words. */
  readonly mark: string
  readonly standing: WireGradeAppeal
}

/** A button for appealing a grade while that is possible, or a link to the existing appeal; otherwise nothing. */
export function Contest({ gradeId, course, mark, standing: { appeal, contestUntil } }: ContestProps) {
  const { t, language } = useStudyText()
  const { role } = usePerson()
  const [isAsked, setAsked] = useState(false)
  const path = appeal && recordPath(appeals.name, appeal.id, role)
  if (appeal && path)
    return <Link to={path}>{t('study:appeal.standing', { status: t(`resources:${choiceKey(appeals, 'status', appeal.status)}`) })}</Link>
  if (contestUntil === null) return null
  return (
    <>
      <Button
        aria-label={t('study:appeal.title', { course })}
        title={t('study:appeal.until', { date: longDateTime(contestUntil, language) })}
        onClick={() => setAsked(true)}
      >
        {t('study:appeal.contest')}
      </Button>
      {isAsked && <ContestDialog {...{ gradeId, course, mark, contestUntil }} onClose={() => setAsked(false)} />}
    </>
  )
}

interface ContestDialogProps extends Omit<ContestProps, 'standing'> {
  readonly contestUntil: string
  readonly onClose: () => void
}

/** Appeals a grade. Before sending, shows the grade, the deadline and how often a grade can be appealed. */
function ContestDialog({ gradeId, course, mark, contestUntil, onClose }: ContestDialogProps) {
  const { t, language } = useStudyText()
  const queries = useQueryClient()
  const invalidate = useInvalidate()
  return (
    <RequestDialog
      resource={appeals}
      title={t('study:appeal.title', { course })}
      submit={t('study:appeal.send')}
      body={{ gradeId }}
      isExplained
      onSent={async () => {
        await invalidate({ resource: 'grades', id: gradeId, invalidates: ['detail'] })
        await queries.invalidateQueries({ queryKey: ['study-record'] })
      }}
      onClose={onClose}
    >
      <p>{t('study:appeal.fact', { mark, date: longDateTime(contestUntil, language) })}</p>
    </RequestDialog>
  )
}
