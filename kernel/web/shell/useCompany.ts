import { useEffect } from 'react'
import { useSignal } from '#web/base/signal.ts'
import { watchUpdates } from '#web/base/update.ts'
import { registerWorker } from '#web/base/worker.ts'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { get, post } from '#web/http/client.ts'
import { keepLive } from '#web/http/live.ts'
import { port } from '#web/http/ports.ts'
import { keepApps } from '#web/session/apps.ts'
import { useMe } from '#web/session/useCan.ts'
import { type OwnChoice, saveChoicesWith, savedAll, takeSaved, theme } from '#web/theme/config.ts'
import { loadNotices } from '#web/theme/useNotices.tsx'
import { lockScreen, lockWhenIdle } from './lock.ts'

/** Background tasks of every signed-in screen: live counts, stored theme, screen lock, update check. */
export function useCompany(): void {
  useEffect(keepLive, [])
  useEffect(watchUpdates, [])
  useEffect(registerWorker, [])
  useLater()
  useOwnLook()
  useIdleLock()
}
const LATER_MS = 10_000
/** Deferred until after the first render: the notification component, which must be loaded before the network is lost; the search, so that the first keys after Ctrl K are
 *  not lost; the apps of the service hall; whose messages come to this browser. */
function useLater(): void {
  const narrow = useNarrow()
  useEffect(() => {
    const timer = setTimeout(() => {
      void loadNotices().catch(() => undefined)
      void import('./MenuSearch.tsx').catch(() => undefined)
      void import('#web/http/push.ts').then(push => push.keepPush()).catch(() => undefined) // not of the first load
      void keepApps(narrow ? 'mobile' : 'web').catch(() => undefined)
    }, LATER_MS)
    return () => clearTimeout(timer)
  }, [narrow])
}
/** User whose theme was already loaded in this page; a remount in another language does not reload it. */
let takenFor: string | undefined
const SAVE_AFTER_MS = 400

/** The user's theme is stored on the server and shared by their devices of the same kind. */
function useOwnLook(): void {
  const { userId } = useMe().detail
  const narrow = useNarrow()
  const terminal = narrow ? 'mobile' : 'web'
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    saveChoicesWith(chosen => {
      clearTimeout(timer)
      timer = setTimeout(() => void post(port('saveLook'), { terminal, theme: chosen }, { quiet: true }).then(savedAll, () => undefined), SAVE_AFTER_MS)
    })
    const who = `${userId} ${terminal}`
    if (takenFor !== who) {
      takenFor = who
      // on failure this browser's theme stays
      void get<{ theme: OwnChoice } | null>(port('myLook'), { terminal }, { quiet: true }).then(
        saved => takeSaved(saved?.theme ?? null),
        () => undefined,
      )
    }
    return () => saveChoicesWith(undefined)
  }, [userId, terminal])
}
function useIdleLock(): void {
  const { isLockScreen, lockScreenTime } = useSignal(theme)
  useEffect(() => (isLockScreen ? lockWhenIdle(lockScreenTime, () => lockScreen()) : undefined), [isLockScreen, lockScreenTime])
}
