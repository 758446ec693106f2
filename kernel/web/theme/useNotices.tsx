import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { type Notifier, setNotifier } from '#web/http/notices.ts'

type Said = (to: Notifier) => void
type Shown = ComponentType<{ onReady: (notifier: Notifier) => void }>

/** Fetches what shows notices; said early, it is there when the network is not. */
export const loadNotices = (): Promise<{ default: Shown }> => import('./Notices.tsx')

/** What shows the notices of this tree. Its program is fetched when there is something to say; what is said before it is there waits. */
export function useNotices(): ReactNode {
  const [Notices, setNotices] = useState<Shown>()
  const waiting = useRef<Said[]>([])
  useEffect(() => {
    const keep = (said: Said) => {
      waiting.current.push(said)
      // without network it waits for the next thing that is said
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
