import { useEffect } from 'react'
import { isTyping } from '#web/records/Grid.tsx'
import type { Queue } from './useQueue.ts'

/** J and K open the next and previous case, unless typing or in a dialog. */
export function useWalkKeys({ previousId, nextId, go }: Queue): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const to = { j: nextId, k: previousId }[event.key.toLowerCase()]
      if (!to || document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open')) return
      event.preventDefault()
      go(to)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [previousId, nextId, go])
}
