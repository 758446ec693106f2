import { useQuery } from '@tanstack/react-query'
import { Button, Input, Tree } from 'antd'
import { Plus, Search } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Entity } from '#model'
import { Loading } from '#web/feedback/Loaded.tsx'
import { NoData } from '#web/feedback/NoData.tsx'
import { address, get } from '#web/http/index.ts'
import { language, manyOf, oneOf, t } from '#web/i18n/index.ts'
import { entityKey } from '#web/values/address.ts'
import { TreeFrame, TreeHead } from './frames.tsx'
import { ancestorsOf, matching, type TreeNode } from './trees.ts'
import { useFillHeight } from './useFillHeight.ts'
import './records.css'

export interface EntityTreeProps {
  of: Entity
  selected: string | undefined
  onSelect: (node: TreeNode | undefined) => void
  /** Adds a node below this one, or at the top level. Absent: no add button. */
  onAdd?: ((parent: TreeNode | undefined) => void) | undefined
  /** Small text after a node's name: code, number. */
  note?: (node: TreeNode) => ReactNode
}
/** All nodes of an entity that is a tree, as `getTree` answers them. */
export const useTree = (of: Entity) =>
  useQuery({
    queryKey: [...entityKey(of), 'tree', language()],
    queryFn: ({ signal }) => get<TreeNode[]>(address(of, 'getTree'), {}, { signal, quiet: true }),
    meta: { inPlace: true },
  })

interface Branch {
  key: string
  of: TreeNode
  children?: Branch[]
}
const branches = (nodes: readonly TreeNode[]): Branch[] => nodes.map(of => ({ key: of.id, of, ...(of.children?.length ? { children: branches(of.children) } : {}) }))

/** Searchable tree with single selection. */
export function EntityTree({ of, selected, onSelect, onAdd, note }: EntityTreeProps) {
  const read = useTree(of)
  const { data } = read
  const [typed, setTyped] = useState('')
  const [unfolded, setUnfolded] = useState<readonly string[]>()
  const keyword = typed.trim().toLowerCase()
  const found = useMemo(() => (keyword && data ? matching(data, keyword) : undefined), [data, keyword])
  const shown = found?.nodes ?? data ?? []
  const initial = useMemo(() => (data ? [...data.slice(0, 12).map(n => n.id), ...ancestorsOf(data, selected)] : []), [data, selected])
  const label = manyOf(of)
  const box = useRef<HTMLDivElement>(null)
  useFillHeight(box, data !== undefined)
  return (
    <TreeFrame ref={box}>
      <TreeHead>
        <Input
          allowClear
          prefix={<Search size={15} />}
          placeholder={t('查找{{label}}', { label })}
          aria-label={t('查找{{label}}', { label })}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        {onAdd ? (
          <Button
            icon={<Plus size={15} />}
            aria-label={t('新增{{label}}', { label: oneOf(of) })}
            title={t('新增{{label}}', { label: oneOf(of) })}
            onClick={() => onAdd(undefined)}
          />
        ) : null}
      </TreeHead>
      {data ? null : <Loading of={read} lines={6} />}
      {data && !shown.length ? keyword ? <p className="ql-quiet">{t('没有符合条件的{{label}}', { label })}</p> : <NoData /> : null}
      <Tree<Branch>
        blockNode
        treeData={branches(shown)}
        selectedKeys={selected ? [selected] : []}
        expandedKeys={[...(found ? found.unfolded : (unfolded ?? initial))]}
        onExpand={keys => setUnfolded(keys.map(String))}
        onSelect={(_keys, { node, selected: isOn }) => onSelect(isOn ? node.of : undefined)}
        titleRender={({ of: node }) => (
          <span className="ql-node">
            <span title={node.name}>{node.name}</span>
            {note ? <small>{note(node)}</small> : null}
            {onAdd ? (
              <Button
                type="text"
                size="small"
                icon={<Plus size={14} />}
                aria-label={t('在“{{name}}”下新增', { name: node.name })}
                title={t('在“{{name}}”下新增', { name: node.name })}
                onClick={event => {
                  event.stopPropagation()
                  onAdd(node)
                }}
              />
            ) : null}
          </span>
        )}
      />
    </TreeFrame>
  )
}
