import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Inner width of an element without its scroll bar; infinite until measured. */
export function useAvailableWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const box = useRef<E>(null)
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setRoom(element.clientWidth)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [box, room]
}
