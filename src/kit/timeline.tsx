import { Timeline as AntdTimeline } from 'antd'
import type { Key, ReactNode } from 'react'
import './timeline.css'

interface TimelineProps {
  readonly entries: readonly { readonly key: Key; readonly mark?: ReactNode; readonly content: ReactNode }[]
}

/** Ant Design's timeline, a list. Its dots are of one colour, as a colour alone tells nothing: what an entry is stands in its words. */
export const Timeline = ({ entries }: TimelineProps) => (
  <AntdTimeline items={entries.map(({ key, mark, content }) => ({ key, ...(mark !== undefined && { dot: mark }), children: content }))} />
)
