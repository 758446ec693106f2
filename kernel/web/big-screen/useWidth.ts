import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Width of an element on the canvas, before the wall scales it: charts are drawn for what they get, not stretched. */
export function useWidth<E extends HTMLElement>(initial: number): [RefObject<E | null>, number] {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(initial)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(element.offsetWidth || initial)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [initial])
  return [ref, width]
}
