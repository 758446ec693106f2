import { Tree } from 'antd'
import { useMemo, useState } from 'react'
import type { Values } from '#model'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { type getTreeMenu, MENU_TYPES, moveMenu } from '../model/menu.ts'

export type TreeEntry = Omit<Values<typeof getTreeMenu.output>, 'children'> & { children: readonly TreeEntry[] }
interface Branch {
  key: string
  of: TreeEntry
  children: Branch[]
}
const branches = (nodes: readonly TreeEntry[]): Branch[] => nodes.map(of => ({ key: of.id, of, children: branches(of.children) }))

export function findNode(nodes: readonly TreeEntry[], id: string): TreeEntry | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode(node.children, id)
    if (found) return found
  }
  return undefined
}
const siblingsOf = (nodes: readonly TreeEntry[], parentId: string | null): readonly TreeEntry[] => (parentId ? (findNode(nodes, parentId)?.children ?? []) : nodes)

interface Props {
  tree: readonly TreeEntry[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
  mayMove: boolean
}
/** Selecting shows a menu, dragging moves it; the server validates the position. */
export function MenuTree({ tree, chosen, onChoose, mayMove }: Props) {
  const data = useMemo(() => branches(tree), [tree])
  const [unfolded, setUnfolded] = useState<readonly string[]>(() => tree.map(n => n.id))
  const move = useAct(moveMenu, { done: t('已移动') })
  /** `place` is antd's drop position relative to the target: -1 above, 1 below, otherwise inside. */
  const drop = (moved: TreeEntry, target: TreeEntry, isInside: boolean, isBelow: boolean) => {
    const parentId = isInside ? target.id : target.parentId
    const others = siblingsOf(tree, parentId).filter(n => n.id !== moved.id)
    const position = isInside ? 0 : others.findIndex(n => n.id === target.id) + (isBelow ? 1 : 0)
    move.mutate({ id: moved.id, parentId, position: Math.max(0, position), version: moved.version })
  }
  return (
    <>
      {move.error ? <Refused what={t('没有移动')} error={move.error} /> : null}
      <Tree<Branch>
        blockNode
        draggable={mayMove ? { icon: false } : false}
        treeData={data}
        selectedKeys={chosen ? [chosen] : []}
        expandedKeys={[...unfolded]}
        onExpand={keys => setUnfolded(keys.map(String))}
        onSelect={(_keys, { node, selected }) => onChoose(selected ? node.key : undefined)}
        onDrop={({ dragNode, node, dropToGap, dropPosition }) => drop(dragNode.of, node.of, !dropToGap, dropPosition > Number(node.pos.split('-').at(-1)))}
        titleRender={({ of }) => (
          <span className="ql-node">
            <span className={of.isHide ? 'ql-quiet' : undefined}>{of.title}</span>
            <small>{of.type === 'menu' ? of.path : t(MENU_TYPES[of.type])}</small>
          </span>
        )}
      />
    </>
  )
}
