import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { BookmarkPlus, X } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { t } from '#web/i18n/index.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber } from '#web/values/format.ts'
import { keyFigures } from '../model/actions.ts'
import style from './student.module.css'
import { conditionsOf, keepSaved, readSaved, type SavedView, VIEWS, viewOf } from './views.ts'

/** Built-in views with counts, and the reader's saved views. */
export function StudentViews() {
  const [params, setParams] = useOwnParams()
  const [saved, setSaved] = useState(readSaved)
  const figures = useRead(keyFigures, {}).data
  const now = conditionsOf(params)
  const own = saved.find(s => s.search === now)
  const keep = (views: readonly SavedView[]) => {
    keepSaved(views)
    setSaved([...views])
  }
  return (
    <nav className={style.views} aria-label={t('视图')}>
      {VIEWS.map(view => {
        const isOn = !own && viewOf(params.get('view')).key === view.key
        const count = view.figure ? figures?.[view.figure] : undefined
        return (
          <button key={view.key} type="button" className={isOn ? style.on : undefined} aria-pressed={isOn} onClick={() => setParams(() => new URLSearchParams({ view: view.key }))}>
            {t(view.title)}
            {typeof count === 'number' ? <small>{formatNumber(count)}</small> : null}
          </button>
        )
      })}
      {saved.map(view => (
        <span key={view.name} className={view === own ? `${style.kept} ${style.on}` : style.kept}>
          <button type="button" aria-pressed={view === own} onClick={() => setParams(() => new URLSearchParams(view.search))}>
            {view.name}
          </button>
          <button type="button" aria-label={t('删除视图{{name}}', { name: view.name })} onClick={() => keep(saved.filter(s => s !== view))}>
            <X size={13} />
          </button>
        </span>
      ))}
      <KeepView taken={saved.map(s => s.name)} onKeep={name => keep([...saved.filter(s => s.name !== name), { name, search: now }])} />
    </nav>
  )
}
function KeepView({ taken, onKeep }: { taken: readonly string[]; onKeep: (name: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const given = name.trim()
  const close = () => {
    setOpen(false)
    setName('')
  }
  return (
    <>
      <Button type="text" size="small" icon={<BookmarkPlus size={15} />} onClick={() => setOpen(true)}>
        {t('存为视图')}
      </Button>
      <Dialog
        open={isOpen}
        title={t('存为视图')}
        verb={t('保存')}
        disabled={!given}
        onAct={() => {
          onKeep(given)
          close()
        }}
        onClose={close}
      >
        <LabelledInput label={t('视图名称')} help={taken.includes(given) ? t('已有同名视图，保存后会替换它') : t('保存现在的筛选、关键字和排序，只在这台设备上')}>
          {id => <Input id={id} value={name} maxLength={12} autoFocus onChange={event => setName(event.target.value)} />}
        </LabelledInput>
      </Dialog>
    </>
  )
}
