import { useEffect } from 'react'
import { keepLive } from '#web/app/live.ts'
import { useSignal } from '#web/app/signal.ts'
import { watchUpdates } from '#web/app/update.ts'
import { registerWorker } from '#web/app/worker.ts'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { get, post } from '#web/http/client.ts'
import { keepApps } from '#web/session/apps.ts'
import { useMe } from '#web/session/useCan.ts'
import { type OwnChoice, saveChoicesWith, savedAll, takeSaved, theme } from '#web/theme/config.ts'
import { loadNotices } from '#web/theme/useNotices.tsx'
import { lockScreen, lockWhenIdle } from './lock.ts'

/** What goes along with every signed-in screen: live numbers, the look from the server, the lock, the newest program. */
export function useCompany(): void {
  useEffect(keepLive, [])
  useEffect(watchUpdates, [])
  useEffect(registerWorker, [])
  useLater()
  useOwnLook()
  useIdleLock()
}
const LATER_MS = 10_000
/** Once the first screen is done with: what shows notices, of which a lost network is one; the search, so that the first letters after Ctrl K find their field;
 *  and the apps of the service hall. */
function useLater(): void {
  const narrow = useNarrow()
  useEffect(() => {
    const timer = setTimeout(() => {
      void loadNotices().catch(() => undefined)
      void import('./MenuSearch.tsx').catch(() => undefined)
      void keepApps(narrow ? 'mobile' : 'web').catch(() => undefined)
    }, LATER_MS)
    return () => clearTimeout(timer)
  }, [narrow])
}
/** For whom the look was taken from the server in this page; drawing anew in another language asks no second time. */
let takenFor: string | undefined
const SAVE_AFTER_MS = 400

/** The person's look is kept on the server, so that it is there on every device of the same kind. */
function useOwnLook(): void {
  const { userId } = useMe().detail
  const narrow = useNarrow()
  const terminal = narrow ? 'mobile' : 'web'
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    saveChoicesWith(chosen => {
      clearTimeout(timer)
      timer = setTimeout(() => void post('base/userPreference/save', { terminal, theme: chosen }, { quiet: true }).then(savedAll, () => undefined), SAVE_AFTER_MS)
    })
    const who = `${userId} ${terminal}`
    if (takenFor !== who) {
      takenFor = who
      // without an answer the look of this browser stays
      void get<{ theme: OwnChoice } | null>('base/userPreference/getOne', { terminal }, { quiet: true }).then(
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
