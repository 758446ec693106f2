import { type RefObject, useEffect, useRef } from 'react'
import { theme } from '#web/theme/config.ts'
import { isTyping } from './Grid.tsx'

/** Global shortcuts while nothing has the focus: J or K enters the first table of the page unless letter keys are switched off, Esc clears the selection. */
export function useTableKeys(of: RefObject<HTMLElement | null>, onEscape: (() => void) | undefined): void {
  const leave = useRef(onEscape)
  leave.current = onEscape
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const element = of.current
      if (!element?.offsetParent) return
      const inside = event.target instanceof Node && element.contains(event.target)
      const idle = isIdle(event.target) && firstInSight() === element
      if (event.key === 'Escape' && (inside || idle)) leave.current?.()
      if ((event.key === 'j' || event.key === 'k') && idle && theme.get().isLetterKeys) element.querySelector<HTMLElement>('tbody tr[tabindex]')?.focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [of])
}
/** Nothing has the focus, or only the heading, which has it after a navigation. */
const isIdle = (target: EventTarget | null): boolean => target === document.body || (target instanceof HTMLElement && target.tagName === 'H1')
/** Kept-alive views of other tabs are in the DOM as well, but hidden. */
const firstInSight = (): HTMLElement | undefined => [...document.querySelectorAll<HTMLElement>('[data-list]')].find(list => list.offsetParent)
