import { type PointerEvent, useEffect, useRef } from 'react'

const LONG_MS = 450
const MOVED_PX = 10

/** Long-press handlers that call `act` and suppress the following click. */
export function useLongPress(act: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0 })
  const isDone = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const end = () => clearTimeout(timer.current)
  if (!act) return {}
  return {
    onPointerDown: (event: PointerEvent) => {
      isDone.current = false
      from.current = { x: event.clientX, y: event.clientY }
      end()
      if (event.pointerType === 'mouse') return
      timer.current = setTimeout(() => {
        isDone.current = true
        act()
      }, LONG_MS)
    },
    onPointerMove: (event: PointerEvent) => {
      if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > MOVED_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    // the phone's context menu would cancel the touch
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!isDone.current) return
      isDone.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
