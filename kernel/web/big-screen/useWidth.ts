import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Width of an element before the screen is scaled: charts are laid out for it instead of being stretched. */
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
