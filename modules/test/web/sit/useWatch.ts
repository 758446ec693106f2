import { useEffect, useRef } from 'react'
import { useAct } from '#web/forms/useAct.ts'
import { notify } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { reportFlag } from '../../model/sit-actions.ts'
import type { TestSheet } from './useAnswers.ts'

/** Tells the server what the measures of this test notice, and the candidate at once (60-OT8). */
export function useWatch({ attemptId, watch, leaveLimit }: TestSheet, device: string, isOn: boolean, onEnded: () => void): void {
  const act = useAct(reportFlag, {
    done: false,
    onDone: ({ leaves, isHandedIn }) => {
      if (isHandedIn) onEnded()
      else if (leaves)
        notify.warning(leaveLimit ? t('你离开过 {{n}} 次，到 {{most}} 次会自动交卷', { n: leaves, most: leaveLimit }) : t('你离开过 {{n}} 次，已经记录', { n: leaves }))
    },
  })
  const tell = useRef((_kind: 'leave' | 'fullScreen' | 'copy') => {})
  tell.current = kind => act.mutate({ attemptId, device, kind })
  const has = (what: (typeof watch)[number]): boolean => isOn && watch.includes(what)
  const [leaving, noCopy, fullScreen] = [has('leaving'), has('noCopy'), has('fullScreen')]
  useEffect(() => {
    const left = () => document.hidden && leaving && tell.current('leave')
    const shrunk = () => fullScreen && !document.fullscreenElement && tell.current('fullScreen')
    const copied = (event: Event) => {
      if (!noCopy) return
      event.preventDefault()
      tell.current('copy')
    }
    document.addEventListener('visibilitychange', left)
    document.addEventListener('fullscreenchange', shrunk)
    for (const kind of ['copy', 'cut', 'paste']) document.addEventListener(kind, copied)
    return () => {
      document.removeEventListener('visibilitychange', left)
      document.removeEventListener('fullscreenchange', shrunk)
      for (const kind of ['copy', 'cut', 'paste']) document.removeEventListener(kind, copied)
    }
  }, [leaving, noCopy, fullScreen])
}
