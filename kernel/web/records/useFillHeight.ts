import { type RefObject, useLayoutEffect } from 'react'

/** Limits a list's height to the bottom of the window, so that its pagination stays visible. With too little room it grows with its rows instead. */
export function useFillHeight(of: RefObject<HTMLElement | null>, isOn: boolean): void {
  useLayoutEffect(() => {
    const element = of.current
    if (!element) return
    // write only changes: a view restored from a background tab is then laid out once, not twice
    const end = (height: string): void => {
      if (element.style.maxHeight !== height) element.style.maxHeight = height
    }
    if (!isOn) return end('')
    const measure = () => {
      const room = window.innerHeight - element.getBoundingClientRect().top - scrolled(element) - 16
      end(room > 320 ? `${Math.floor(room)}px` : '')
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(document.documentElement)
    if (element.parentElement) watch.observe(element.parentElement)
    addEventListener('resize', measure)
    return () => {
      watch.disconnect()
      removeEventListener('resize', measure)
    }
  }, [of, isOn])
}
/** Scroll offset of all ancestors; the position is computed for the unscrolled page. */
function scrolled(element: HTMLElement): number {
  let sum = 0
  for (let box = element.parentElement; box; box = box.parentElement) sum -= box.scrollTop
  return -sum
}
