import { type ReactNode, Suspense, useState } from 'react'
import { lazily } from '#web/app/chunk.ts'

const DialogWindow = lazily(() => import('./DialogWindow.tsx'))

export interface DialogProps {
  open: boolean
  icon?: ReactNode
  title: ReactNode
  /** The act's own verb: 删除 3 个, never 确定. Without it only closing remains. */
  verb?: ReactNode
  /** Words of the way out; 取消 unless the dialog only tells something. `false` where `extra` holds it. */
  leave?: ReactNode | false
  danger?: boolean
  busy?: boolean
  disabled?: boolean
  onAct?: () => void
  onClose: () => void
  /** Further acts, left of the foot. */
  extra?: ReactNode
  width?: number
  children?: ReactNode
}
/** A question, a conflict or at most three fields. Every button that may ask has one; its program is fetched when the first of them opens. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  return wasOpen ? (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  ) : null
}
