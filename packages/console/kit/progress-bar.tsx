import { Progress as AntdProgress } from 'antd'
import './progress-bar.css'

interface ProgressBarProps {
  readonly label: string
  readonly done: number
  readonly total: number
}

/**
 * Ant Design's progress bar. Changes: it has an accessible name and remains visible in
 * forced-colours mode.
 */
export const ProgressBar = ({ label, done, total }: ProgressBarProps) => (
  <AntdProgress
    aria-label={label}
    percent={Math.round((100 * done) / Math.max(1, total))}
    showInfo={false}
    status="normal"
  />
)
