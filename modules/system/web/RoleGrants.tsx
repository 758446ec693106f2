import { useQueryClient } from '@tanstack/react-query'
import { Button, Input, Select, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { DATA_SCOPE_NAMES } from '#model/roles.ts'
import type { CustomScope } from '#model/scope-order.ts'
import { allOf, Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { isRefusal } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useSession } from '#web/session/useCan.ts'
import { entityKey } from '#web/values/address.ts'
import { gantTreeMenu, getCheckedKeys, getScopes, type MenuNode } from '../model/menu.ts'
import { grantRole } from '../model/role.ts'
import { CustomScopeInput } from './CustomScopeInput.tsx'
import { GrantPreview } from './GrantPreview.tsx'
import { flatten, fromLeaves, leaves, marks, matching, toggle } from './grantTree.ts'
import style from './system.module.css'
import type { RoleRow } from './useRoles.ts'

export type Scope = keyof typeof DATA_SCOPE_NAMES
/** The draft being edited; its effect is previewed before it is saved. */
export interface GrantDraft {
  granted: ReadonlySet<string>
  scopes: Readonly<Record<string, Scope>>
  dataScope: Scope
  customScope: CustomScope | null
}
export const scopeOptions = () => (Object.keys(DATA_SCOPE_NAMES) as Scope[]).map(value => ({ value, label: t(DATA_SCOPE_NAMES[value]) }))

export function RoleGrants({ role }: { role: RoleRow }) {
  const { can } = useSession()
  const client = useQueryClient()
  const tree = useRead<typeof gantTreeMenu, readonly MenuNode[]>(gantTreeMenu, { roleId: role.id })
  const keys = useRead<typeof getCheckedKeys, readonly string[]>(getCheckedKeys, { roleId: role.id })
  const scopes = useRead<typeof getScopes, Readonly<Record<string, Scope>>>(getScopes, { roleId: role.id })
  const [edited, edit] = useState<GrantDraft>()
  const [isPreviewing, preview] = useState(false)
  const stored = useMemo<GrantDraft | undefined>(
    () =>
      tree.data && keys.data && scopes.data
        ? { granted: fromLeaves(tree.data, keys.data), scopes: scopes.data, dataScope: role.dataScope as Scope, customScope: (role.customScope ?? null) as CustomScope | null }
        : undefined,
    [tree.data, keys.data, scopes.data, role],
  )
  const reload = () => {
    edit(undefined)
    void client.invalidateQueries({ queryKey: entityKey('role') })
    void client.invalidateQueries({ queryKey: entityKey('roleMenu') })
  }
  const save = useAct(grantRole, { changes: ['roleMenu', 'menu'], done: t('授权已保存，下一次操作时生效'), onDone: reload })
  if (!stored || !tree.data) return <Loading of={allOf([tree, keys, scopes])} lines={10} />
  const draft = edited ?? stored
  const mayEdit = can(grantRole.permission)
  const change = (part: Partial<GrantDraft>) => edit({ ...draft, ...part })
  const input = {
    roleId: role.id,
    menuIds: leaves(tree.data, draft.granted),
    scopes: scopesOf(draft),
    dataScope: draft.dataScope,
    customScope: draft.dataScope === 'custom' ? draft.customScope : null,
  }
  return (
    <Stack gap={3}>
      {save.error ? <GrantRefused error={save.error} tree={tree.data} draft={draft} onReload={reload} /> : null}
      <Row className={style.scope}>
        <label htmlFor="role-scope">{t('数据范围')}</label>
        <Select id="role-scope" disabled={!mayEdit} value={draft.dataScope} options={scopeOptions()} popupMatchSelectWidth={220} onChange={dataScope => change({ dataScope })} />
        <span className="ql-quiet">{t('决定看得到哪些数据；单个菜单可以另设')}</span>
      </Row>
      {draft.dataScope === 'custom' ? <CustomScopeInput value={draft.customScope} disabled={!mayEdit} onChange={customScope => change({ customScope })} /> : null}
      <GrantTree tree={tree.data} draft={draft} mayEdit={mayEdit} onChange={change} />
      {mayEdit ? (
        <footer className="ql-acts">
          {edited ? <Button onClick={() => edit(undefined)}>{t('放弃修改')}</Button> : null}
          <Button type="primary" disabled={!edited} onClick={() => preview(true)}>
            {t('预览并保存')}
          </Button>
        </footer>
      ) : null}
      {isPreviewing ? (
        <GrantPreview
          input={input}
          busy={save.isPending}
          onClose={() => preview(false)}
          onSave={() => save.mutate({ ...input, version: role.version }, { onSettled: () => preview(false) })}
        />
      ) : null}
    </Stack>
  )
}
/** Drops scopes of menus that are no longer granted. */
const scopesOf = ({ granted, scopes }: GrantDraft): Record<string, string> => Object.fromEntries(Object.entries(scopes).filter(([id]) => granted.has(id)))

interface TreeProps {
  tree: readonly MenuNode[]
  draft: GrantDraft
  mayEdit: boolean
  onChange: (part: Partial<GrantDraft>) => void
}
interface Branch {
  key: string
  of: MenuNode
  children: Branch[]
}
const branches = (nodes: readonly MenuNode[]): Branch[] => nodes.map(of => ({ key: of.id, of, children: branches(of.children) }))

function GrantTree({ tree, draft, mayEdit, onChange }: TreeProps) {
  const [unfolded, setUnfolded] = useState<readonly string[]>(() => tree.map(n => n.id))
  const [wanted, setWanted] = useState('')
  const found = useMemo(() => matching(tree, wanted.trim()), [tree, wanted])
  const data = useMemo(() => branches(found), [found])
  const shown = wanted.trim() ? flatten(found).map(n => n.id) : [...unfolded]
  return (
    <>
      <Input.Search allowClear aria-label={t('查找菜单')} placeholder={t('查找菜单')} value={wanted} onChange={event => setWanted(event.target.value)} />
      {found.length ? null : <p className="ql-quiet">{t('没有名称含“{{text}}”的菜单', { text: wanted.trim() })}</p>}
      <Tree<Branch>
        checkable
        checkStrictly
        selectable={false}
        blockNode
        disabled={!mayEdit}
        treeData={data}
        checkedKeys={marks(tree, draft.granted)}
        expandedKeys={shown}
        onExpand={keys => setUnfolded(keys.map(String))}
        onCheck={(_keys, { node }) => onChange({ granted: toggle(tree, draft.granted, node.key) })}
        titleRender={({ of: node }) => (
          <span className={style.node}>
            <span>
              {node.title}
              {node.type === 'button' ? <small>{t('按钮')}</small> : null}
            </span>
            {node.type !== 'dir' && draft.granted.has(node.id) ? <MenuScope node={node} draft={draft} mayEdit={mayEdit} onChange={onChange} /> : null}
          </span>
        )}
      />
    </>
  )
}
/** Scope of one menu, if it differs from the role's. */
function MenuScope({ node, draft, mayEdit, onChange }: Omit<TreeProps, 'tree'> & { node: MenuNode }) {
  const { [node.id]: own, ...others } = draft.scopes
  return (
    <Select<Scope | ''>
      size="small"
      variant="borderless"
      disabled={!mayEdit}
      aria-label={t('{{menu}}的数据范围', { menu: node.title })}
      value={own ?? ''}
      popupMatchSelectWidth={200}
      options={[{ value: '', label: t('随角色') }, ...scopeOptions()]}
      onChange={scope => onChange({ scopes: scope ? { ...others, [node.id]: scope } : others })}
    />
  )
}
/** Shows a refusal; for a version conflict, the other user's changes. */
function GrantRefused({ error, tree, draft, onReload }: { error: unknown; tree: readonly MenuNode[]; draft: GrantDraft; onReload: () => void }) {
  const theirs = isRefusal(error) && error.code === 409 ? (error.data as { menuIds?: string[]; dataScope?: Scope } | null) : null
  if (!theirs?.menuIds) return <Refused what={t('授权没有保存')} error={error} />
  const now = fromLeaves(tree, theirs.menuIds)
  const names = (a: ReadonlySet<string>, b: ReadonlySet<string>): string =>
    flatten(tree)
      .filter(n => a.has(n.id) && !b.has(n.id))
      .map(n => n.title)
      .join(t('、'))
  const [only, missing] = [names(now, draft.granted), names(draft.granted, now)]
  return (
    <Refused
      what={t('授权没有保存')}
      error={error}
      todo={
        <>
          {only ? t('对方有、你没有勾选：{{names}}。', { names: only }) : null}
          {missing ? t('你勾选、对方没有：{{names}}。', { names: missing }) : null}
          {theirs.dataScope && theirs.dataScope !== draft.dataScope ? t('对方的数据范围是“{{scope}}”。', { scope: t(DATA_SCOPE_NAMES[theirs.dataScope]) }) : null}
          <Button size="small" onClick={onReload}>
            {t('载入最新的授权')}
          </Button>
        </>
      }
    />
  )
}
