import { Button, Input, Tree } from 'antd'
import { ListTree, Search } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { percentOf } from '#model/percent.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { NoData } from '#web/feedback/NoData.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { TreeFrame, TreeHead } from '#web/records/frames.tsx'
import { useFillHeight } from '#web/records/useFillHeight.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { dormOverview } from '../model/map.ts'
import style from './setup.module.css'

export type Place = AnswerOf<typeof dormOverview>[number]
/** Occupancy: 94%. */
export const share = ({ occupied, capacity }: { occupied: number; capacity: number }): string => (capacity ? `${percentOf(occupied, capacity)}%` : '—')

interface Branch {
  key: string
  name: string
  note: string
  place: Place | undefined
  children?: Branch[]
}
const sum = (places: readonly Place[]) => ({ occupied: places.reduce((n, p) => n + p.occupied, 0), capacity: places.reduce((n, p) => n + p.capacity, 0) })
/** Campus, building, floor; a search keeps matches with their ancestors and descendants. */
function branches(places: readonly Place[], withFloors: boolean, word: string): Branch[] {
  const floorsOf = Map.groupBy(
    places.filter(p => p.type === 'floor'),
    p => p.parentId,
  )
  const dorms = Map.groupBy(
    places.filter(p => p.type === 'dorm'),
    p => p.parentId,
  )
  const has = (name: string): boolean => !word || name.toLowerCase().includes(word)
  const leaf = (p: Place): Branch => ({ key: p.id, name: p.name, note: share(p), place: p })
  return [...dorms].flatMap(([campusId, inside]) => {
    const name = inside[0]?.campusName ?? '—'
    const kept = inside.filter(d => has(name) || has(d.name) || (floorsOf.get(d.id) ?? []).some(f => has(f.name)))
    if (!kept.length) return []
    const children = kept.map(d => ({ ...leaf(d), ...(withFloors ? { children: (floorsOf.get(d.id) ?? []).map(leaf) } : {}) }))
    return [{ key: campusId, name, note: share(sum(inside)), place: undefined, children }]
  })
}
interface TreeProps {
  /** Campus, building or floor. */
  selected: string | undefined
  onSelect: (id: string | undefined, place: Place | undefined) => void
  withFloors?: boolean
}
/** The reader's dormitories with occupancy. */
export function DormTree({ selected, onSelect, withFloors = true }: TreeProps) {
  const read = useRead(dormOverview, {})
  const { data } = read
  const [typed, setTyped] = useState('')
  const word = typed.trim().toLowerCase()
  const shown = useMemo(() => branches(data ?? [], withFloors, word), [data, withFloors, word])
  const parent = data?.find(p => p?.id === selected)?.parentId
  const [unfolded, setUnfolded] = useState<readonly string[]>()
  const box = useRef<HTMLDivElement>(null)
  useFillHeight(box, data !== undefined)
  return (
    <TreeFrame ref={box}>
      <TreeHead>
        <Input allowClear prefix={<Search size={15} />} placeholder={t('查找楼栋')} aria-label={t('查找楼栋')} value={typed} onChange={event => setTyped(event.target.value)} />
      </TreeHead>
      {data ? null : <Loading of={read} lines={6} />}
      {data && !shown.length ? word ? <p className="ql-quiet">{t('没有符合条件的楼栋')}</p> : <NoData /> : null}
      <Tree<Branch>
        blockNode
        treeData={shown}
        selectedKeys={selected ? [selected] : []}
        expandedKeys={[...(unfolded ?? [...shown.map(b => b.key), ...(parent ? [parent] : [])])]}
        onExpand={keys => setUnfolded(keys.map(String))}
        onSelect={(_keys, { node, selected: isOn }) => onSelect(isOn ? node.key : undefined, isOn ? node.place : undefined)}
        titleRender={({ name, note }) => (
          <span className="ql-node">
            <span title={name}>{name}</span>
            <small>{note}</small>
          </span>
        )}
      />
    </TreeFrame>
  )
}
/** URL parameters of the selected place. */
const FILTERS = ['campusId', 'dormId', 'floorId', 'roomId', 'page'] as const
interface BesideProps {
  children: ReactNode
  levels: 'campus' | 'dorm' | 'floor'
  /** Displayed if the URL names no place. */
  shown?: string | undefined
}
/** Tree on the left, list on the right; a drawer on phones. The selection filters the list. */
export function BesideTree({ children, levels, shown }: BesideProps) {
  const narrow = useNarrow()
  const [params, , put] = useOwnParams()
  const [isOpen, setOpen] = useState(false)
  const selected = params.get('floorId') ?? params.get('dormId') ?? params.get('campusId') ?? shown
  const choose = (id: string | undefined, place: Place | undefined) => {
    setOpen(false)
    const none = Object.fromEntries(FILTERS.map(name => [name, undefined]))
    if (!id) return put(none)
    if (!place) return put({ ...none, ...(levels === 'campus' ? { campusId: id } : {}) })
    put({ ...none, ...(place.type === 'dorm' ? { dormId: id } : { dormId: place.parentId, floorId: id }) })
  }
  const tree = <DormTree selected={selected} onSelect={choose} withFloors={levels === 'floor'} />
  return (
    <div className={style.beside}>
      {narrow ? (
        <>
          <Button block icon={<ListTree size={15} />} onClick={() => setOpen(true)}>
            {t('选择楼栋')}
          </Button>
          <Panel open={isOpen} title={t('选择楼栋')} onClose={() => setOpen(false)}>
            {tree}
          </Panel>
        </>
      ) : (
        tree
      )}
      <div className={style.right}>{children}</div>
    </div>
  )
}
