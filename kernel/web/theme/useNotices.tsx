import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { type Notifier, setNotifier } from '#web/http/notices.ts'

type Said = (to: Notifier) => void
type Shown = ComponentType<{ onReady: (notifier: Notifier) => void }>

/** Preloads the notification component, so that it is available offline. */
export const loadNotices = (): Promise<{ default: Shown }> => import('./Notices.tsx')

/** Notification container. Its chunk is loaded with the first message; messages until then are queued. */
export function useNotices(): ReactNode {
  const [Notices, setNotices] = useState<Shown>()
  const waiting = useRef<Said[]>([])
  useEffect(() => {
    const keep = (said: Said) => {
      waiting.current.push(said)
      // offline: retried with the next message
      loadNotices().then(
        file => setNotices(() => file.default),
        () => undefined,
      )
    }
    setNotifier({
      success: (...said) => keep(to => to.success(...said)),
      warning: (...said) => keep(to => to.warning(...said)),
      error: (...said) => keep(to => to.error(...said)),
      ask: question => keep(to => to.ask(question)),
    })
  }, [])
  const tell = useCallback((notifier: Notifier) => {
    setNotifier(notifier)
    for (const said of waiting.current.splice(0)) said(notifier)
  }, [])
  return Notices ? <Notices onReady={tell} /> : null
}
