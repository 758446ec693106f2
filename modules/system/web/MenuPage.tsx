import { Button, Select } from 'antd'
import { Eye, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { permissionKey } from '#model'
import { lazily } from '#web/base/chunk.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { Beside, TreeFrame, TreeHead } from '#web/records/frames.tsx'
import { EntityForm } from '#web/records/lazy-dialogs.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useSession } from '#web/session/useCan.ts'
import { getTreeMenu, menu, TERMINALS, type Terminal } from '../model/menu.ts'
import { MenuDetail } from './MenuDetail.tsx'
import { findNode, MenuTree, type TreeEntry } from './MenuTree.tsx'
import { pageLayout } from './menuForms.ts'
import '#web/records/records.css'
import style from './system.module.css'

const MenuPreview = lazily(() => import('./MenuPreview.tsx'))
export const terminalOptions = () => Object.entries(TERMINALS).map(([value, label]) => ({ value, label: t(label) }))

/** 系统管理 → 菜单: pages and buttons of each terminal, in display order. */
export default function MenuPage() {
  const { can } = useSession()
  const [params, setParams] = useOwnParams()
  const [isAdding, setAdding] = useState(false)
  const [isPreviewing, preview] = useState(false)
  const terminal = (params.get('terminal') ?? 'web') as Terminal
  const read = useRead<typeof getTreeMenu, readonly TreeEntry[]>(getTreeMenu, { terminal })
  const { data } = read
  const chosen = data && findNode(data, params.get('node') ?? '')
  const choose = (id: string | undefined) => setParams(() => new URLSearchParams({ ...(terminal === 'web' ? {} : { terminal }), ...(id ? { node: id } : {}) }))
  return (
    <Page
      title={t('菜单')}
      actions={
        <>
          <Button icon={<Eye size={15} />} onClick={() => preview(true)}>
            {t('以角色预览')}
          </Button>
          {can(permissionKey(menu, 'add')) ? (
            <Button type="primary" icon={<Plus size={15} />} onClick={() => setAdding(true)}>
              {t('新增菜单')}
            </Button>
          ) : null}
        </>
      }
    >
      <Beside className={style.wide}>
        <TreeFrame>
          <TreeHead>
            <Select
              className="ql-wide"
              aria-label={t('终端')}
              value={terminal}
              options={terminalOptions()}
              onChange={next => setParams(() => new URLSearchParams(next === 'web' ? {} : { terminal: next }))}
            />
          </TreeHead>
          {data ? <MenuTree tree={data} chosen={chosen?.id} onChoose={choose} mayMove={can(permissionKey(menu, 'update'))} /> : <Loading of={read} lines={10} />}
          {data && !data.length ? <p className="ql-quiet">{t('这个终端还没有菜单')}</p> : null}
        </TreeFrame>
        {chosen ? <MenuDetail key={chosen.id} node={chosen} onRemoved={() => choose(undefined)} /> : <Empty title={t('从左边选择一个菜单')}>{t('拖动可以改变上下级和顺序')}</Empty>}
      </Beside>
      <Suspense>
        {isAdding ? (
          <EntityForm
            of={menu}
            layout={pageLayout(false)}
            initial={{ terminal: terminal as keyof typeof TERMINALS, type: 'menu' }}
            onClose={() => setAdding(false)}
            onDone={saved => choose(saved.id)}
          />
        ) : null}
        {isPreviewing ? <MenuPreview terminal={terminal} onClose={() => preview(false)} /> : null}
      </Suspense>
    </Page>
  )
}
