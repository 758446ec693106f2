import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { permissionKey } from '#model'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { ConfirmRemove } from '#web/records/ConfirmRemove.tsx'
import { EntityForm } from '#web/records/lazy-dialogs.ts'
import { RecordDetail } from '#web/records/RecordDetail.tsx'
import { useSession } from '#web/session/useCan.ts'
import { menu } from '../model/menu.ts'
import type { TreeEntry } from './MenuTree.tsx'
import { pageLayout } from './menuForms.ts'
import { openTypeField } from './OpenTypeInput.tsx'
import { phoneLayout } from './phoneForm.tsx'
import style from './system.module.css'

const BUTTON_LAYOUT: LayoutOf<typeof menu> = ['title', 'titleEn', 'titleTw', 'permissionKey', 'sort']
const BUTTON = [{ fields: ['title', 'titleEn', 'type', 'permissionKey', 'sort', 'module'] }]
const PAGE = [
  { title: '菜单', fields: ['title', 'titleEn', 'titleTw', 'type', 'terminal', 'icon', 'sort', 'module'] },
  { title: '打开', fields: ['path', 'component', 'openType', 'menuLink', 'permissionKey'] },
  { title: '显示', fields: ['isHide', 'isKeepAlive', 'isAffix', 'tag'] },
]

const PHONE_GROUP = [{ fields: ['title', 'titleEn', 'titleTw', 'icon', 'sort', 'isHide', 'module'] }]
const PHONE = [
  { title: '入口', fields: ['title', 'titleEn', 'titleTw', 'icon', 'sort', 'module'] },
  { title: '打开', fields: ['path', 'menuLink'] },
  { title: '显示', fields: ['badge', 'roles', 'isHide'] },
]
/** One menu with its actions; pages can also have buttons. */
export function MenuDetail({ node, isPhone = false, onRemoved }: { node: TreeEntry; isPhone?: boolean; onRemoved: () => void }) {
  const { can } = useSession()
  const [opened, open] = useState<'update' | 'remove' | 'button' | 'child'>()
  const close = () => open(undefined)
  const isButton = node.type === 'button'
  return (
    <Sheet className={style.role}>
      <header>
        <h2>{node.title}</h2>
        <div className="ql-acts">
          {node.type === 'dir' && can(permissionKey(menu, 'add')) ? <Button onClick={() => open('child')}>{t('新增下级')}</Button> : null}
          {node.type === 'menu' && !isPhone && can(permissionKey(menu, 'add')) ? <Button onClick={() => open('button')}>{t('新增按钮')}</Button> : null}
          {can(permissionKey(menu, 'update')) ? <Button onClick={() => open('update')}>{t('修改')}</Button> : null}
          {can(permissionKey(menu, 'remove')) ? (
            <Button danger type="text" onClick={() => open('remove')}>
              {t('删除')}
            </Button>
          ) : null}
        </div>
      </header>
      <RecordDetail of={menu} id={node.id} sections={isPhone ? (node.type === 'dir' ? PHONE_GROUP : PHONE) : isButton ? BUTTON : PAGE} />
      <Suspense>
        {opened === 'update' ? <EntityForm of={menu} id={node.id} layout={isPhone ? phoneLayout(node.type) : isButton ? BUTTON_LAYOUT : pageLayout(true)} onClose={close} /> : null}
        {opened === 'button' ? (
          <EntityForm
            of={menu}
            title={t('给“{{page}}”新增按钮', { page: node.title })}
            layout={BUTTON_LAYOUT}
            initial={{ type: 'button', parentId: node.id, module: node.module }}
            onClose={close}
          />
        ) : null}
        {opened === 'child' ? (
          <EntityForm
            of={menu}
            layout={isPhone ? phoneLayout('menu') : CHILD}
            initial={isPhone ? { terminal: 'mobile', type: 'menu', parentId: node.id } : { type: 'menu', parentId: node.id }}
            onClose={close}
          />
        ) : null}
        {opened === 'remove' ? <ConfirmRemove of={menu} rows={[{ id: node.id, name: node.title }]} onClose={close} onDone={onRemoved} /> : null}
      </Suspense>
    </Sheet>
  )
}
const CHILD: LayoutOf<typeof menu> = ['type', 'title', 'titleEn', 'icon', 'path', 'component', openTypeField, 'menuLink', 'permissionKey', 'sort']
