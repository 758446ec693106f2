import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { myLayout, resetLayout, saveLayout } from '../model/layout.ts'
import { type Layout, LayoutEditor, type Placed } from './layout/LayoutEditor.tsx'
import '#web/records/records.css'

/** 桌面设置: arranges the user's widgets; those locked by the school are fixed. */
export default function DesktopSetPage() {
  const read = useRead(myLayout, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={8} />
  return <Editor key={JSON.stringify(data.widgets)} layout={data} />
}
function Editor({ layout }: { layout: Layout }) {
  const navigate = useNavigate()
  const [places, setPlaces] = useState<readonly Placed[]>(layout.widgets)
  const save = useAct(saveLayout, { done: t('桌面已保存'), onDone: () => navigate('/index') })
  const widgets = places.map(({ widget, x, y, w, h }) => ({ widget, x, y, w, h }))
  const sources = { own: t('现在用的是你自己的布局'), role: t('现在用的是学校为你的角色设定的布局'), standard: t('现在用的是默认布局') }
  return (
    <Page
      title={t('桌面设置')}
      back="/index"
      help={
        <>
          {layout.isLocked ? t('学校锁定了你的桌面布局，不能更改') : sources[layout.source]}
          <br />
          {layout.isLocked ? null : t('拖动组件的标题栏移动，拖动右下角改变大小；也可以用方向键。手机上按一列显示，待办在最前。')}
        </>
      }
      actions={
        <>
          {layout.source === 'own' ? <ActionButton of={resetLayout} input={{}} confirm={t('你自己的布局会被清除，恢复成学校设定的样子。')} /> : null}
          {layout.isLocked ? null : (
            <Button type="primary" loading={save.isPending} onClick={() => save.mutate({ widgets })}>
              {t('保存')}
            </Button>
          )}
        </>
      }
    >
      {save.error ? <Refused what={t('没有保存')} error={save.error} /> : null}
      <LayoutEditor
        layout={layout.isLocked ? { ...layout, offered: [] } : layout}
        places={layout.isLocked ? places.map(p => ({ ...p, isLocked: true })) : places}
        onChange={setPlaces}
      />
    </Page>
  )
}
