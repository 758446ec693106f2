import { Background, BackgroundVariant, type NodeTypes, ReactFlow, ReactFlowProvider, useReactFlow, useStore, useViewport, ViewportPortal } from '@xyflow/react'
import { Button } from 'antd'
import { Maximize, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import type { GraphPosition } from '#flow/index.ts'
import { useWhenChanged } from '#web/base/useWhenChanged.ts'
import { t } from '#web/i18n/index.ts'
import { type Box, type Places, placesOf } from '../picture/places.ts'
import { sizesOf } from '../picture/sizes.ts'
import { nameWords, wayName } from '../public/labels.ts'
import { type HeadItem, HeadOnCanvas, type SlotItem, SlotOnCanvas, type StepItem, StepOnCanvas } from './CanvasItems.tsx'
import { keyOf } from './design.ts'
import { type Direction, neighbour } from './neighbours.ts'
import { type Table, TableContext, useTable } from './table.ts'
import '@xyflow/react/dist/style.css'
import '../picture/picture.css'
import './canvas.css'

const TYPES: NodeTypes = { step: StepOnCanvas, head: HeadOnCanvas, slot: SlotOnCanvas }
const SLOT = 26

/** The editing canvas: pan, zoom, keys. Everything on it reads the table context. */
export function Canvas({ table, onOpen }: { table: Table; onOpen: () => void }) {
  return (
    <TableContext value={table}>
      <ReactFlowProvider>
        <Sheet onOpen={onOpen} />
      </ReactFlowProvider>
    </TableContext>
  )
}
function Sheet({ onOpen }: { onOpen: () => void }) {
  const table = useTable()
  const { graph, usual, isFixed } = table
  const places = useMemo(() => placesOf(graph, sizesOf(graph, new Set(usual.keys()))), [graph, usual])
  const items = useMemo(() => itemsOf(places, isFixed, spot => slotWords(spot, table)), [places, isFixed, table])
  const frame = useRef<HTMLDivElement>(null)
  const { setViewport } = useReactFlow()
  const start = useCallback(() => {
    const room = frame.current?.clientWidth ?? 800
    const zoom = Math.max(0.5, Math.min(1, (room - 48) / places.width))
    void setViewport({ x: Math.max(24, (room - places.width * zoom) / 2), y: 28, zoom })
  }, [places, setViewport])
  const onKeys = useKeys(frame, onOpen)
  useFollowChosen(places)
  useKeepMiddle()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys reach it from the steps inside
    <div className="flow-canvas" ref={frame} onKeyDown={onKeys}>
      <ReactFlow
        nodes={items}
        edges={[]}
        nodeTypes={TYPES}
        onInit={start}
        minZoom={0.2}
        maxZoom={1.6}
        panOnScroll
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        proOptions={{ hideAttribution: true }}
        onPaneClick={() => table.act({ kind: 'choose', chosen: undefined })}
        aria-label={t('流程图')}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1.4} color="var(--ql-border)" bgColor="var(--ql-ground)" />
        <ViewportPortal>
          <Lines places={places} />
        </ViewportPortal>
      </ReactFlow>
      <Zoom onFit={start} />
    </div>
  )
}
type Item = StepItem | HeadItem | SlotItem
const placed = ({ x, y, width, height }: Box) => ({ position: { x, y }, width, height, draggable: false, selectable: false })
function itemsOf(places: Places, isFixed: boolean, slotName: (spot: GraphPosition) => string): Item[] {
  const steps: StepItem[] = places.nodes.map(({ node, box }) => ({ id: node.id, type: 'step', data: { node }, ...placed(box) }))
  const heads: HeadItem[] = places.heads.map(({ box, ...data }) => ({ id: `${data.of} ${data.way}`, type: 'head', data, ...placed(box) }))
  const slots: SlotItem[] = isFixed
    ? []
    : places.slots.map(({ spot, key, x, y }) => ({
        id: key,
        type: 'slot',
        data: { spot, near: slotName(spot) },
        ...placed({ x: x - SLOT / 2, y: y - SLOT / 2, width: SLOT, height: SLOT }),
      }))
  // tab order from top to bottom
  return [...steps, ...heads, ...slots].toSorted((a, b) => a.position.y - b.position.y || a.position.x - b.position.x)
}
function slotWords(spot: GraphPosition, { graph, names }: Table): string {
  if ('after' in spot) {
    const node = graph.nodes.find(one => one.id === spot.after)
    return t('在“{{name}}”后面添加环节', { name: node ? nameWords(node) : spot.after })
  }
  const line = graph.edges.filter(edge => edge.from === spot.of)[spot.way]
  const isAsked = graph.nodes.some(node => node.id === spot.of && node.type === 'condition')
  return t('在分支“{{name}}”里添加环节', { name: line ? wayName(line, spot.way, isAsked, names) : String(spot.way + 1) })
}
function Lines({ places }: { places: Places }) {
  const { graph, lit } = useTable()
  const isLit = (edge: number): boolean => {
    const line = graph.edges[edge]
    return line !== undefined && lit?.edges.has(`${line.from}>${line.to}`) === true
  }
  return (
    <svg className="flow-lines flow-lines-below" width={places.width} height={places.height} aria-hidden="true">
      {[...places.lines]
        .sort((a, b) => Number(a.edges.some(isLit)) - Number(b.edges.some(isLit)))
        .map(line => (
          <path key={line.key} d={line.path} className={line.edges.some(isLit) ? 'is-walked' : ''} />
        ))}
    </svg>
  )
}
const ARROWS: Readonly<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }
/** Arrow keys move between steps, Delete removes, Enter opens the selection. */
function useKeys(frame: React.RefObject<HTMLDivElement | null>, onOpen: () => void): (event: KeyboardEvent) => void {
  const { graph, chosen, isFixed, act } = useTable()
  return event => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-key]')) return
    const direction = ARROWS[event.key]
    if (direction) {
      const next = neighbour(graph, chosen, direction)
      event.preventDefault()
      if (!next) return
      act({ kind: 'choose', chosen: next })
      frame.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(keyOf(next))}"]`)?.focus({ preventScroll: true })
    }
    if (event.key === 'Enter' && chosen && event.target.dataset.key === keyOf(chosen)) {
      event.preventDefault()
      onOpen()
    }
    if ((event.key === 'Delete' || event.key === 'Backspace') && chosen && !isFixed) act('node' in chosen ? { kind: 'remove', id: chosen.node } : { kind: 'removeWay', ...chosen })
  }
}
/** Scrolls to a selection made elsewhere, by key or from the list of problems. */
function useFollowChosen(places: Places): void {
  const { chosen } = useTable()
  const { setCenter, getViewport } = useReactFlow()
  const width = useStore(state => state.width)
  const height = useStore(state => state.height)
  const box =
    chosen && ('node' in chosen ? places.nodes.find(one => one.node.id === chosen.node)?.box : places.heads.find(one => one.of === chosen.of && one.way === chosen.way)?.box)
  const key = chosen && keyOf(chosen)
  // only a new selection or width scrolls, not zooming or typing
  useWhenChanged(`${key} ${width}`, () => {
    if (!box || !width) return
    const { x, y, zoom } = getViewport()
    const left = box.x * zoom + x
    const top = box.y * zoom + y
    const isSeen = left >= 0 && top >= 0 && left + box.width * zoom <= width && top + box.height * zoom <= height
    if (!isSeen) void setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom, duration: 200 })
  })
}
/** Keeps the centre of the canvas in place when a side panel opens or closes. */
function useKeepMiddle(): void {
  const { getViewport, setViewport } = useReactFlow()
  const width = useStore(state => state.width)
  const before = useRef(width)
  useEffect(() => {
    const moved = before.current ? (width - before.current) / 2 : 0
    before.current = width
    if (!moved) return
    const { x, y, zoom } = getViewport()
    void setViewport({ x: x + moved, y, zoom })
  }, [width, getViewport, setViewport])
}
function Zoom({ onFit }: { onFit: () => void }) {
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  const { zoom } = useViewport()
  return (
    <div className="flow-zoom">
      <Button type="text" size="small" aria-label={t('缩小')} icon={<Minus size={16} />} onClick={() => void zoomOut({ duration: 120 })} />
      <button type="button" className="flow-percent" onClick={onFit} aria-label={t('{{n}}%，回到开头', { n: Math.round(zoom * 100) })}>
        {Math.round(zoom * 100)}%
      </button>
      <Button type="text" size="small" aria-label={t('放大')} icon={<Plus size={16} />} onClick={() => void zoomIn({ duration: 120 })} />
      <Button type="text" size="small" aria-label={t('看全图')} icon={<Maximize size={15} />} onClick={() => void fitView({ padding: 0.06, maxZoom: 1, duration: 200 })} />
    </div>
  )
}
