import { Button } from 'antd'
import { FolderPlus, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { permissionKey } from '#model'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Page } from '#web/layout/Page.tsx'
import { Beside, TreeFrame } from '#web/records/frames.tsx'
import { EntityForm } from '#web/records/lazy-dialogs.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { PhoneMenu } from '#web/shell/PhoneMenu.tsx'
import { getTreeMenu, type MenuEntry, menu, previewMenu } from '../model/menu.ts'
import { MenuDetail } from './MenuDetail.tsx'
import { findNode, MenuTree, type TreeEntry } from './MenuTree.tsx'
import { PhoneFrame } from './PhoneFrame.tsx'
import { phoneLayout } from './phoneForm.tsx'
import '#web/records/records.css'

import style from './phone.module.css'
/** 系统管理 → 移动端菜单: groups and entries of the phone menu in display order, with a preview by role. */
export default function MobileMenuPage() {
  const [mayAdd, mayMove] = [useCan(permissionKey(menu, 'add')), useCan(permissionKey(menu, 'update'))]
  const [params, setParams] = useOwnParams()
  const [adding, setAdding] = useState<'dir' | 'menu'>()
  const read = useRead<typeof getTreeMenu, readonly TreeEntry[]>(getTreeMenu, { terminal: 'mobile' })
  const { data } = read
  const chosen = data && findNode(data, params.get('node') ?? '')
  const choose = (id: string | undefined) => setParams(() => new URLSearchParams(id ? { node: id } : {}))
  return (
    <Page
      title={t('移动端菜单')}
      actions={
        mayAdd ? (
          <>
            <Button icon={<FolderPlus size={15} />} onClick={() => setAdding('dir')}>
              {t('新增分组')}
            </Button>
            <Button type="primary" icon={<Plus size={15} />} onClick={() => setAdding('menu')}>
              {t('新增入口')}
            </Button>
          </>
        ) : null
      }
    >
      <Beside className={classes(style.phones, style.phonesTree)}>
        <TreeFrame>
          {data ? <MenuTree key={data.length ? 'some' : 'none'} tree={data} chosen={chosen?.id} onChoose={choose} mayMove={mayMove} /> : <Loading of={read} lines={10} />}
          {data && !data.length ? <p className="ql-quiet">{t('还没有移动端菜单，先新增一个分组')}</p> : null}
        </TreeFrame>
        {chosen ? (
          <MenuDetail key={chosen.id} node={chosen} isPhone onRemoved={() => choose(undefined)} />
        ) : (
          <Empty title={t('从左边选择一个分组或入口')}>{t('拖动可以改变分组和顺序')}</Empty>
        )}
        <PhoneFrame title={t('服务')} use={useMenuOf} />
      </Beside>
      <Suspense>
        {adding ? (
          <EntityForm
            of={menu}
            title={adding === 'dir' ? t('新增分组') : t('新增入口')}
            layout={phoneLayout(adding)}
            initial={{ terminal: 'mobile', type: adding, ...(adding === 'menu' && chosen?.type === 'dir' ? { parentId: chosen.id } : {}) }}
            onClose={() => setAdding(undefined)}
            onDone={saved => choose(saved.id)}
          />
        ) : null}
      </Suspense>
    </Page>
  )
}
function useMenuOf(roleId: string | undefined) {
  const { data, error, refetch } = useRead<typeof previewMenu, readonly MenuEntry[]>(previewMenu, { roleId: roleId ?? '', terminal: 'mobile' }, { enabled: Boolean(roleId) })
  return { isEmpty: data?.length === 0, isLoading: !data, error, retry: () => void refetch(), content: data ? <PhoneMenu entries={data} isPreview /> : null }
}
