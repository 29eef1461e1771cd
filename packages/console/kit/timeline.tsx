import { Timeline as AntdTimeline } from 'antd'
import type { Key, ReactNode } from 'react'
import './timeline.css'

interface TimelineProps {
  readonly entries: readonly {
    readonly key: Key
    readonly mark?: ReactNode
    readonly content: ReactNode
  }[]
}

/**
 * Ant Design's timeline. All dots have the same colour, because the meaning of an entry is in its
 * text.
 */
export const Timeline = ({ entries }: TimelineProps) => (
  <AntdTimeline
    items={entries.map(({ key, mark, content }) => ({
      key,
      ...(mark !== undefined && { dot: mark }),
      children: content,
    }))}
  />
)
