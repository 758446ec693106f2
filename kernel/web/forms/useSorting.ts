import { type KeyboardEvent, type PointerEvent, useState } from 'react'

/** Sorting by drag and drop, or with arrow keys on the handle. `onSorted` gets the ids when an item is dropped. */
export function useSorting(ids: readonly string[], onSorted: (ids: string[]) => void) {
  const [moving, setMoving] = useState<{ id: string; ids: readonly string[] }>()
  const shown = moving?.ids ?? ids
  const put = (list: readonly string[], id: string, to: number): string[] => {
    const rest = list.filter(other => other !== id)
    return [...rest.slice(0, to), id, ...rest.slice(to)]
  }
  const over = (event: PointerEvent): string | undefined => document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-sort-id]')?.dataset.sortId
  const gripOf = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setMoving({ id, ids })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const target = moving && over(event)
      if (!moving || !target || target === moving.id) return
      setMoving({ id: moving.id, ids: put(moving.ids, moving.id, moving.ids.indexOf(target)) })
    },
    onPointerUp: () => {
      if (moving && moving.ids.join() !== ids.join()) onSorted([...moving.ids])
      setMoving(undefined)
    },
    onPointerCancel: () => setMoving(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key]
      const to = step ? ids.indexOf(id) + step : -1
      if (!step || to < 0 || to >= ids.length) return
      event.preventDefault()
      onSorted(put(ids, id, to))
    },
  })
  return { shown, moving: moving?.id, gripOf }
}
