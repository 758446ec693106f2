import { type KeyboardEvent, type ReactNode, useState } from 'react'

interface StepListProps {
  /** Ids of the lines, from top to bottom. */
  order: readonly string[]
  className?: string | undefined
  /** Draws the lines: the current one carries `data-current`; `point` makes another one current. */
  children: (current: string | undefined, point: (id: string) => void) => ReactNode
}
/** Lines between which J and K, or the arrows, move: the first button of the current one gets the focus, so that Enter presses it. */
export function StepList({ order, className, children }: StepListProps) {
  const [at, setAt] = useState<string>()
  const current = order.find(id => id === at) ?? order[0]
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
    if (!step || !current || (event.target as HTMLElement).closest('input, textarea')) return
    event.preventDefault()
    const next = order[Math.min(Math.max(order.indexOf(current) + step, 0), order.length - 1)]
    setAt(next)
    const place = event.currentTarget
    requestAnimationFrame(() => place.querySelector<HTMLElement>('[data-current] .ant-btn')?.focus())
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons inside, which are reached by Tab as well
    <div className={className} onKeyDown={onKeyDown}>
      {children(current, setAt)}
    </div>
  )
}
