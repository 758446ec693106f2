import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { FlowGraph } from '#flow/index.ts'
import { Scroll } from '#web/feedback/Scroll.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { FlowOutline } from '../picture/FlowOutline.tsx'
import { placesOf } from '../picture/places.ts'
import { StepCard } from '../picture/StepCard.tsx'
import { isPill, sizesOf } from '../picture/sizes.ts'
import { STANDINGS, type StepStatus } from '../picture/standing.ts'
import { isSplit, type Names, NO_NAMES, wayName } from './labels.ts'
import '../picture/picture.css'

interface FlowPictureProps {
  graph: FlowGraph
  /** State of each step; steps not reached are absent. */
  standing?: Readonly<Record<string, StepStatus>>
  /** Step → approvers' names, instead of the source in the flow. */
  people?: Readonly<Record<string, string>>
  /** Labels of referenced fields and people, where known. */
  names?: Names
}
const LEAST = 0.6
const NOTHING: Readonly<Record<string, StepStatus>> = {}

/** A flow drawn top to bottom with the progress of a case; a list on phones. */
export function FlowPicture({ graph, standing = NOTHING, people, names = NO_NAMES }: FlowPictureProps) {
  const narrow = useNarrow()
  return narrow ? <FlowOutline graph={graph} standing={standing} names={names} {...(people ? { people } : {})} /> : <Drawn {...{ graph, standing, people, names }} />
}
function Drawn({ graph, standing, people, names }: Required<Pick<FlowPictureProps, 'graph' | 'standing' | 'names'>> & { people: FlowPictureProps['people'] }) {
  const places = useMemo(() => placesOf(graph, sizesOf(graph, new Set(Object.keys(people ?? {})))), [graph, people])
  const frame = useRef<HTMLElement>(null)
  const scale = useFitting(frame, places.width)
  const isWalked = (edge: number): boolean => {
    const line = graph.edges[edge]
    return line !== undefined && standing[line.from] === 'passed' && standing[line.to] !== undefined
  }
  const joins = joinsOf(graph)
  return (
    <Scroll className="flow-picture" ref={frame} label={t('流程图')}>
      <div style={{ width: places.width * scale, height: places.height * scale }}>
        <div className="flow-sheet" style={{ width: places.width, height: places.height, transform: `scale(${scale})` }}>
          <svg width={places.width} height={places.height} aria-hidden="true" className="flow-lines">
            {[...places.lines]
              .sort((a, b) => Number(a.edges.some(isWalked)) - Number(b.edges.some(isWalked)))
              .map(line => (
                <path key={line.key} d={line.path} className={line.edges.some(isWalked) ? 'is-walked' : ''} />
              ))}
          </svg>
          <ol className="flow-steps">
            {places.nodes.map(({ node, box }) => {
              const how = standing[node.id]
              return (
                <li key={node.id} style={{ left: box.x, top: box.y, width: box.width, height: box.height }} className={frameClass(isPill(node), node.type, how)}>
                  <StepCard node={node} isJoin={joins.has(node.id)} names={names}>
                    {people?.[node.id] ? <small>{people[node.id]}</small> : null}
                  </StepCard>
                  {how && !isPill(node) ? <em className={`flow-tag flow-tag-${how}`}>{t(STANDINGS[how])}</em> : null}
                </li>
              )
            })}
            {places.heads.map(({ of, way, edge, box }) => {
              const line = graph.edges[edge]
              return (
                <li key={`${of} ${way}`} style={{ left: box.x, top: box.y, width: box.width, height: box.height }} className={isWalked(edge) ? 'flow-head is-lit' : 'flow-head'}>
                  <b>{line ? wayName(line, way, isSplit(graph, of), names) : null}</b>
                </li>
              )
            })}
          </ol>
        </div>
      </div>
    </Scroll>
  )
}
export const frameClass = (pill: boolean, type: string, how: string | undefined): string => `${pill ? 'flow-pill-frame' : 'flow-card'} is-${type}${how ? ` is-${how}` : ''}`
/** Parallel gateways that join what another one forked. */
export const joinsOf = (graph: FlowGraph): ReadonlySet<string> =>
  new Set(graph.nodes.filter(node => node.type === 'parallel' && graph.edges.filter(edge => edge.to === node.id).length > 1).map(node => node.id))
export type { StepStatus }

/** Scales the drawing to the available width, down to a readable minimum. */
function useFitting(frame: React.RefObject<HTMLElement | null>, width: number): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const place = frame.current
    if (!place) return
    const watch = new ResizeObserver(() => setRoom(place.clientWidth))
    watch.observe(place)
    return () => watch.disconnect()
  }, [frame])
  return room ? Math.max(LEAST, Math.min(1, (room - 2) / width)) : 1
}
