import { type PointerEvent, useRef, useState } from 'react'

export interface GridPlace {
  x: number
  y: number
  w: number
  h: number
}
/** What is being moved or resized, with its prospective place. */
export interface Dragging {
  id: string
  to: Partial<GridPlace>
}
interface Steps {
  /** Pixels between the beginnings of two columns and two rows of this grid. */
  stepOf: (grid: Element) => { column: number; row: number }
}
/** Moving and resizing by pointer in a grid marked `data-grid`; `onDrop` gets the result. Keyboard control is in the editor. */
export function useGridDrag({ stepOf }: Steps, onDrop: (dragging: Dragging) => void) {
  const [dragging, setDragging] = useState<Dragging>()
  const from = useRef<{ x: number; y: number; column: number; row: number; id: string; place: GridPlace; kind: 'move' | 'size' }>(undefined)
  const begin = (id: string, place: GridPlace, kind: 'move' | 'size') => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const grid = event.currentTarget.closest('[data-grid]')
    if (!grid) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, y: event.clientY, ...stepOf(grid), id, place, kind }
    setDragging({ id, to: {} })
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const start = from.current
    if (!start) return
    const dx = Math.round((event.clientX - start.x) / start.column)
    const dy = Math.round((event.clientY - start.y) / start.row)
    const { place, id } = start
    const to = start.kind === 'move' ? { x: place.x + dx, y: Math.max(0, place.y + dy) } : { w: Math.max(1, place.w + dx), h: Math.max(1, place.h + dy) }
    setDragging({ id, to })
  }
  const end = () => {
    if (from.current && dragging) onDrop(dragging)
    from.current = undefined
    setDragging(undefined)
  }
  const cancel = () => {
    from.current = undefined
    setDragging(undefined)
  }
  return { dragging, begin, handlers: { onPointerMove: move, onPointerUp: end, onPointerCancel: cancel } }
}
