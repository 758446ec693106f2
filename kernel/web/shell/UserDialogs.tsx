import { Suspense } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { useSignal } from '#web/base/signal.ts'
import { userDialog } from './userActs.ts'

const PasswordDialog = lazily(() => import('./PasswordDialog.tsx'))
const PinDialog = lazily(() => import('./PinDialog.tsx'))

/** Dialogs of the user menu. */
export function UserDialogs() {
  const shown = useSignal(userDialog)
  const close = () => userDialog.set(undefined)
  return (
    <Suspense>
      {shown === 'password' && <PasswordDialog onClose={close} />}
      {shown === 'pin' && <PinDialog onClose={close} />}
    </Suspense>
  )
}
