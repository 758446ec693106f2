import { type ReactNode, Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'

const PanelDrawer = lazily(() => import('./PanelDrawer.tsx'))

export interface PanelProps {
  open: boolean
  title: ReactNode
  onClose: () => void
  /** Called after the closing animation, when it can be unmounted. */
  afterClose?: () => void
  size?: 480 | 720
  /** Sticky footer with the buttons. */
  footer?: ReactNode
  extra?: ReactNode
  children: ReactNode
}
/** Side panel next to its list: a drawer, a bottom sheet on phones. Its chunk is loaded when the first one opens. */
export function Panel(props: PanelProps) {
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  return wasOpen ? (
    <Suspense>
      <PanelDrawer {...props} />
    </Suspense>
  ) : null
}
