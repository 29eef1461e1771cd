import { useRecordPath } from '@matricola/console/app/use-record-path.ts'
import { longDateTime } from '@matricola/console/fields/date-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { RequestDialog } from '@matricola/console/screens/request-dialog.tsx'
import { choiceKey } from '@matricola/schema/message-keys.ts'
import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { WireGradeAppeal } from '#resources/academic/appeals.ts'
import { getResource } from '#resources/index.ts'
import { useStudyText } from '../use-study-text.ts'

const appeals = getResource('grade-appeals')

interface GradeAppealButtonProps {
  readonly gradeId: string
  /** Course of the grade. */
  readonly course: string
  /** The grade in words. */
  readonly grade: string
  readonly appealState: WireGradeAppeal
}

/**
 * A button for appealing a grade while that is possible, or a link to the existing appeal.
 * Otherwise renders nothing.
 */
export function GradeAppealButton({
  gradeId,
  course,
  grade,
  appealState: { appeal, appealUntil },
}: GradeAppealButtonProps) {
  const { t, language } = useStudyText()
  const recordPath = useRecordPath()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const path = appeal && recordPath(appeals.name, appeal.id)
  if (appeal && path)
    return (
      <Link to={path}>
        {t('study:appeal.status', {
          status: t(`resources:${choiceKey(appeals, 'status', appeal.status)}`),
        })}
      </Link>
    )
  if (appealUntil === null) return null
  return (
    <>
      <Button
        aria-label={t('study:appeal.title', { course })}
        title={t('study:appeal.until', { date: longDateTime(appealUntil, language) })}
        onClick={() => setDialogOpen(true)}
      >
        {t('study:appeal.button')}
      </Button>
      {isDialogOpen && (
        <GradeAppealDialog
          {...{ gradeId, course, grade, appealUntil }}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  )
}

interface GradeAppealDialogProps extends Omit<GradeAppealButtonProps, 'appealState'> {
  readonly appealUntil: string
  readonly onClose: () => void
}

/**
 * Appeals a grade. Before sending, shows the grade, the deadline and the number of times that a
 * grade can be appealed.
 */
function GradeAppealDialog({
  gradeId,
  course,
  grade,
  appealUntil,
  onClose,
}: GradeAppealDialogProps) {
  const { t, language } = useStudyText()
  const queries = useQueryClient()
  const invalidate = useInvalidate()
  return (
    <RequestDialog
      resource={appeals}
      title={t('study:appeal.title', { course })}
      submit={t('study:appeal.send')}
      body={{ gradeId }}
      needsExplanation
      onSent={async () => {
        await invalidate({ resource: 'grades', id: gradeId, invalidates: ['detail'] })
        await queries.invalidateQueries({ queryKey: ['study-record'] })
      }}
      onClose={onClose}
    >
      <p>{t('study:appeal.fact', { grade: grade, date: longDateTime(appealUntil, language) })}</p>
    </RequestDialog>
  )
}
