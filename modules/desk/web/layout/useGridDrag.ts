import { type PointerEvent, useRef, useState } from 'react'
import { COLUMNS, type Place } from '../../model/grid.ts'

const ROW = 56
/** The widget being moved or resized, with its prospective place. */
export interface Dragging {
  widget: string
  to: Partial<Omit<Place, 'widget'>>
}
/** Moving and resizing by pointer; `onDrop` gets the result. Keyboard control is in the editor. */
export function useGridDrag(onDrop: (dragging: Dragging) => void) {
  const [dragging, setDragging] = useState<Dragging>()
  const from = useRef<{ x: number; y: number; column: number; place: Place; kind: 'move' | 'size' }>(undefined)
  const begin = (place: Place, kind: 'move' | 'size') => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const grid = event.currentTarget.closest('[data-grid]')
    if (!grid) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, y: event.clientY, column: (grid.clientWidth + 16) / COLUMNS, place, kind }
    setDragging({ widget: place.widget, to: {} })
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const start = from.current
    if (!start) return
    const dx = Math.round((event.clientX - start.x) / start.column)
    const dy = Math.round((event.clientY - start.y) / ROW)
    const { place } = start
    const to = start.kind === 'move' ? { x: place.x + dx, y: Math.max(0, place.y + dy) } : { w: Math.max(1, place.w + dx), h: Math.max(1, place.h + dy) }
    setDragging({ widget: place.widget, to })
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
