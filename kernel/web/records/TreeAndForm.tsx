import { Button } from 'antd'
import { ListTree } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { type Entity, permissionKey, type Verb } from '#model'
import { Panel } from '#web/feedback/Panel.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import type { EntityFormProps } from '#web/forms/EntityForm.tsx'
import { oneOf, t } from '#web/i18n/index.ts'
import { useSession } from '#web/session/useCan.ts'
import { EntityTree, type EntityTreeProps, useTree } from './EntityTree.tsx'
import { Beside } from './frames.tsx'
import { EntityForm, ExportDialog, ImportDialog } from './lazy-dialogs.ts'
import { TitleLine } from './TitleLine.tsx'
import { countOf, pathTo, type TreeNode } from './trees.ts'
import { useOwnParams } from './useOwnParams.ts'

export interface TreeAndFormProps {
  of: Entity
  title?: ReactNode
  /** Form options of a new node. */
  form?: Pick<EntityFormProps<Entity>, 'layout' | 'initial' | 'size'>
  note?: EntityTreeProps['note']
  /** Content for the selected node; `path` is its ancestors and itself. */
  children: (node: TreeNode | undefined, path: readonly TreeNode[]) => ReactNode
}
/** Tree at the left, content of the selected node at the right; on phones the tree is a bottom sheet. The selection is in the URL (`node`). */
export function TreeAndForm({ of, title, form, note, children }: TreeAndFormProps) {
  const narrow = useNarrow()
  const [params, setParams] = useOwnParams()
  const [isOpen, setOpen] = useState(false)
  const [parent, setParent] = useState<{ node: TreeNode | undefined }>()
  const [sheet, setSheet] = useState<'import' | 'export'>()
  const { can } = useSession()
  const may = (verb: Verb): boolean => of.verbs.includes(verb) && can(permissionKey(of, verb))
  const { data = [] } = useTree(of)
  const path = pathTo(data, params.get('node') ?? undefined)
  const node = path.at(-1)
  const choose = (chosen: TreeNode | undefined) => {
    setOpen(false)
    // a node shows another list: drop page and filters
    setParams(() => new URLSearchParams(chosen ? { node: chosen.id } : {}))
  }
  const tree = <EntityTree of={of} selected={node?.id} onSelect={choose} {...(note ? { note } : {})} {...(may('add') ? { onAdd: chosen => setParent({ node: chosen }) } : {})} />
  const label = oneOf(of)
  return (
    <div>
      {title ? (
        <TitleLine
          title={title}
          label={label}
          verbs={{ ...(may('import') ? { importRows: () => setSheet('import') } : {}), ...(may('export') ? { exportRows: () => setSheet('export') } : {}) }}
        />
      ) : null}
      <Beside>
        {narrow ? (
          <>
            <Button block icon={<ListTree size={15} />} onClick={() => setOpen(true)}>
              {path.length ? path.map(n => n.name).join(' / ') : t('选择{{label}}', { label })}
            </Button>
            <Panel open={isOpen} title={t('选择{{label}}', { label })} onClose={() => setOpen(false)}>
              {tree}
            </Panel>
          </>
        ) : (
          tree
        )}
        <div>{children(node, path)}</div>
      </Beside>
      {parent ? (
        <Suspense>
          <EntityForm
            of={of}
            onClose={() => setParent(undefined)}
            layout={form?.layout}
            size={form?.size ?? 480}
            initial={{ ...form?.initial, ...(of.options.tree && parent.node ? { [of.options.tree]: parent.node.id } : {}) }}
          />
        </Suspense>
      ) : null}
      <Suspense>
        {sheet === 'import' ? <ImportDialog of={of} onClose={() => setSheet(undefined)} /> : null}
        {sheet === 'export' ? (
          <ExportDialog of={of} search={{}} sort={[]} total={countOf(data)} columns={[...(of.options.importKey ?? []), of.options.title]} onClose={() => setSheet(undefined)} />
        ) : null}
      </Suspense>
    </div>
  )
}
