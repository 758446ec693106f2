import { type ReactNode, Suspense, useState } from 'react'
import { lazily } from '#web/app/chunk.ts'

const PanelDrawer = lazily(() => import('./PanelDrawer.tsx'))

export interface PanelProps {
  open: boolean
  title: ReactNode
  onClose: () => void
  /** Runs when it has slid away, the moment to take it out of the page. */
  afterClose?: () => void
  size?: 480 | 720
  /** Fixed foot with the acts. */
  footer?: ReactNode
  extra?: ReactNode
  children: ReactNode
}
/** Beside the list it belongs to: a drawer, on phones a sheet from below. Its program is fetched when the first one opens. */
export function Panel(props: PanelProps) {
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  return wasOpen ? (
    <Suspense>
      <PanelDrawer {...props} />
    </Suspense>
  ) : null
}
