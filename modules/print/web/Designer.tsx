import { Button, Input, Segmented } from 'antd'
import { History, Redo2, RotateCcw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { saveTemplate } from '../model/template.ts'
import { Blocks } from './Blocks.tsx'
import { type Draft, useSteps } from './draft.ts'
import { Editions } from './Editions.tsx'
import { Preview } from './Preview.tsx'
import style from './print.module.css'
import { Settings } from './Settings.tsx'
import { usePreview } from './use-preview.ts'
import { draftOf, type Opened, paletteOf, useTemplate, wholeLayout } from './use-template.ts'

/** Template designer: blocks on the left, preview on the right. */
export default function Designer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useTemplate(id)
  const { data, refetch } = read
  if (!data) return <Loading of={read} lines={8} />
  return <Desk key={data.version} of={data} onClose={onClose} onSaved={() => void refetch()} />
}
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function Desk({ of, onClose, onSaved }: { of: Opened; onClose: () => void; onSaved: () => void }) {
  const [steps, step] = useSteps(draftOf(of))
  const { now, past, future } = steps
  const change = (to: Partial<Draft>, place = '') => step({ kind: 'change', to, place })
  const isChanged = !isSame(now, draftOf(of))
  const isOwn = isSame(now.layout, of.ownLayout)
  useUnsaved(isChanged)
  const save = useAct(saveTemplate, { onDone: onSaved, done: t('已存为第 {{n}} 版', { n: of.edition + 1 }) })
  const [isEditions, showEditions] = useState(false)
  const [part, show] = useState<'edit' | 'preview'>('edit')
  const narrow = useNarrow()
  const preview = usePreview(of, now)
  const send = () => save.mutate({ id: of.id, version: of.version, ...now, layout: isOwn ? null : now.layout })
  return (
    <Page
      title={now.name}
      back={onClose}
      help={isOwn ? t('第 {{n}} 版，程序自带的版式', { n: of.edition }) : t('第 {{n}} 版，本校设计', { n: of.edition })}
      actions={
        <>
          <Button type="text" disabled={!past.length} aria-label={t('撤销')} title={t('撤销')} icon={<Undo2 size={16} />} onClick={() => step({ kind: 'undo' })} />
          <Button type="text" disabled={!future.length} aria-label={t('重做')} title={t('重做')} icon={<Redo2 size={16} />} onClick={() => step({ kind: 'redo' })} />
          <Button icon={<RotateCcw size={15} />} disabled={isOwn} onClick={() => change({ layout: wholeLayout(of.ownLayout) })}>
            {t('恢复程序版式')}
          </Button>
          <Button icon={<History size={15} />} onClick={() => showEditions(true)}>
            {t('历次版式')}
          </Button>
          <Button type="primary" disabled={!isChanged || preview.faults.length > 0} loading={save.isPending} onClick={send}>
            {t('保存')}
          </Button>
        </>
      }
    >
      {save.error ? <Refused what={t('没有保存')} error={save.error} /> : null}
      {narrow ? (
        <Segmented
          block
          value={part}
          onChange={show}
          options={[
            { value: 'edit', label: t('编辑') },
            { value: 'preview', label: t('预览') },
          ]}
        />
      ) : null}
      <div className={style.desk}>
        <div hidden={narrow && part !== 'edit'} className={style.edit}>
          <Sheet label={t('纸张与编号')} className={style.head}>
            <label className="ql-label" htmlFor="print-name">
              {t('模板名称')}
            </label>
            <Input id="print-name" value={now.name} maxLength={60} onChange={e => change({ name: e.target.value }, 'name')} />
            <Settings of={now} onChange={change} />
          </Sheet>
          <Blocks layout={now.layout} palette={paletteOf(of)} faults={preview.faults} onChange={(layout, place) => change({ layout }, place)} />
        </div>
        <div hidden={narrow && part !== 'preview'} className={style.side}>
          <Preview of={of} preview={preview} />
        </div>
      </div>
      {isEditions ? (
        <Editions
          id={of.id}
          onUse={({ name, ...edition }) => {
            change(edition)
            showEditions(false)
          }}
          onClose={() => showEditions(false)}
        />
      ) : null}
    </Page>
  )
}
