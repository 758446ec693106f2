import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { NoData } from '#web/feedback/NoData.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { resetRoleLayout, roleLayout, saveRoleLayout } from '../model/layout.ts'
import { type Layout, LayoutEditor, type Placed } from './layout/LayoutEditor.tsx'
import '#web/records/records.css'

/** 系统管理 → 角色桌面: default desktop of a role, and which widgets are locked. */
export default function RoleDesktopPage() {
  const [roleId, setRoleId] = useState<string>()
  const read = useRead(roleLayout, { roleId: roleId ?? '' }, { enabled: roleId !== undefined })
  const { data } = read
  return (
    <Page
      title={t('角色桌面')}
      help={t('锁定的组件每个人都有，位置和大小不变；其余的由本人调整。')}
      actions={<RefSelect id="role" to="role" value={roleId ?? null} aria-label={t('角色')} placeholder={t('选择角色')} onChange={id => setRoleId(id ?? undefined)} />}
    >
      {roleId ? (
        data ? (
          <Editor key={`${roleId} ${JSON.stringify(data.widgets)}`} roleId={roleId} layout={data} />
        ) : (
          <Loading of={read} lines={8} />
        )
      ) : (
        <NoData text={t('先选择一个角色')} />
      )}
    </Page>
  )
}
function Editor({ roleId, layout }: { roleId: string; layout: Layout }) {
  const [places, setPlaces] = useState<readonly Placed[]>(layout.widgets)
  const [isLocked, setLocked] = useState(layout.isLocked)
  const save = useAct(saveRoleLayout, { done: t('角色桌面已保存') })
  const widgets = places.map(({ widget, x, y, w, h, isLocked: locked }) => ({ widget, x, y, w, h, isLocked: locked }))
  return (
    <>
      <Row gap={3} spread="between">
        <Checkbox checked={isLocked} onChange={event => setLocked(event.target.checked)}>
          {t('整体锁定，本人不能调整')}
        </Checkbox>
        <Row>
          {layout.source === 'role' ? <ActionButton of={resetRoleLayout} input={{ roleId }} confirm={t('这个角色恢复成默认布局，各人自己的布局不受影响。')} /> : null}
          <Button type="primary" loading={save.isPending} onClick={() => save.mutate({ roleId, widgets, isLocked })}>
            {t('保存')}
          </Button>
        </Row>
      </Row>
      {save.error ? <Refused what={t('没有保存')} error={save.error} /> : null}
      <LayoutEditor layout={layout} places={places} onChange={setPlaces} mayLock />
    </>
  )
}
