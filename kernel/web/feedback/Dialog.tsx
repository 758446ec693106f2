import { type ReactNode, Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'

const DialogWindow = lazily(() => import('./DialogWindow.tsx'))

export interface DialogProps {
  open: boolean
  icon?: ReactNode
  title: ReactNode
  /** Label of the confirming button: the action's own verb (删除 3 个), never 确定. Without it the dialog can only be closed. */
  verb?: ReactNode
  /** Label of the cancel button, 取消 by default; purely informative dialogs set another. `false` if `extra` provides it. */
  leave?: ReactNode | false
  danger?: boolean
  busy?: boolean
  disabled?: boolean
  onAct?: () => void
  onClose: () => void
  /** Further buttons at the left of the footer. */
  extra?: ReactNode
  width?: number
  children?: ReactNode
}
/** Dialog for a question, a conflict or at most three fields. Every button that may ask contains one, so its chunk is loaded when the first dialog opens. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  return wasOpen ? (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  ) : null
}
