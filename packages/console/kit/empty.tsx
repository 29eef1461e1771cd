import { Empty as AntdEmpty } from 'antd'
import type { ReactNode } from 'react'
import { type AppIconName, Icon } from '../icons/icon.tsx'
import './empty.css'

interface EmptyProps {
  readonly icon: AppIconName
  readonly title: string
  /** A helpful next action, such as a button. */
  readonly children?: ReactNode
}

/**
 * Ant Design's empty state with the program's own icon, because the default image contains "No
 * data" in English.
 */
export const Empty = ({ icon, title, children }: EmptyProps) => (
  <AntdEmpty className="panel" image={<Icon name={icon} />} description={title}>
    {children}
  </AntdEmpty>
)
