import { titleText } from '@matricola/console/fields/title-text.ts'
import { ShowPage } from '@matricola/console/pages/show/show-page.tsx'
import type { PageProps } from '@matricola/console/screens/page-props.ts'
import { choiceKey } from '@matricola/schema/message-keys.ts'
import type { WireGradeAppeal } from '#resources/academic/appeals.ts'
import { useStudyText } from '../use-study-text.ts'
import { GradeAppealButton } from './grade-appeal-button.tsx'

/** The page of a grade, with a button to appeal it or a link to the appeal. */
export function GradePage({ resource }: PageProps) {
  const { t } = useStudyText()
  return (
    <ShowPage
      resource={resource}
      more={(record) => {
        // The server code of grades adds both properties to single reads.
        const { appeal = null, appealUntil = null } = record as unknown as Partial<WireGradeAppeal>
        const grade =
          record.result === 'graded'
            ? String(record.value)
            : t(`resources:${choiceKey(resource, 'result', String(record.result))}`)
        return (
          <GradeAppealButton
            gradeId={record.id}
            course={record._titles.courseId ?? titleText(resource, record, t)}
            grade={grade}
            appealState={{ appeal, appealUntil }}
          />
        )
      }}
    />
  )
}
