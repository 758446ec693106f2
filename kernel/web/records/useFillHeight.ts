import { type RefObject, useLayoutEffect } from 'react'

/** Lets a list end at the window's edge, wherever on the page it begins, so that its foot stays in sight. Below that it grows with its rows. */
export function useFillHeight(of: RefObject<HTMLElement | null>, isOn: boolean): void {
  useLayoutEffect(() => {
    const element = of.current
    if (!element) return
    // kept while its tab is in the background: shown again as it was, the page is laid out once, not twice
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
/** How far the boxes around it are scrolled already; the place on the unscrolled page counts. */
function scrolled(element: HTMLElement): number {
  let sum = 0
  for (let box = element.parentElement; box; box = box.parentElement) sum -= box.scrollTop
  return -sum
}
