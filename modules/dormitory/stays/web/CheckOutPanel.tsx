import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { DictSelect } from '#web/inputs/DictSelect.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import type { Shown } from '#web/records/columns.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { checkOut, checkOutList } from '../model/actions.ts'
import { checkOutReason, type dormStay } from '../model/stay.ts'
import { Pieces } from './Pieces.tsx'
import style from './public/dormitory-stay.module.css'

type List = AnswerOf<typeof checkOutList>
/** 办理退宿: checklist, then reason; open items are recorded and do not block. */
export default function CheckOutPanel({ row, onClose }: { row: Shown<typeof dormStay>; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const read = useRead(checkOutList, { id: row.id })
  const close = () => setOpen(false)
  if (read.data) return <Leaving list={read.data} isOpen={isOpen} close={close} onClose={onClose} />
  return (
    <Panel open={isOpen} title={t('办理退宿')} onClose={close} afterClose={onClose}>
      <Loading of={read} lines={8} />
    </Panel>
  )
}
function Leaving({ list, isOpen, close, onClose }: { list: List; isOpen: boolean; close: () => void; onClose: () => void }) {
  const [pieces, setPieces] = useState(list.pieces ?? [])
  const [hasKey, setKey] = useState(true)
  const [reason, setReason] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [withDebts, setDebts] = useState(false)
  const act = useAct(checkOut, { onDone: close, done: t('已退宿') })
  const open = [...list.open, ...(hasKey ? [] : [{ label: t('钥匙未交'), note: list.keyNo, amount: null }])]
  const isOpenPoint = open.length > 0 || pieces.some(p => p.state !== 'good')
  useUnsaved(Boolean(reason || note))
  const send = () => {
    if (reason && !act.isPending) act.mutate({ id: list.id, reason, note: note.trim() || null, hasKey, withDebts, pieces })
  }
  return (
    <Panel
      open={isOpen}
      title={t('退宿：{{name}}', { name: list.name })}
      onClose={close}
      afterClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={close}>{t('取消')}</Button>
          <Button type="primary" danger loading={act.isPending} disabled={!reason || (isOpenPoint && !withDebts)} onClick={send}>
            {t('办理退宿')}
          </Button>
        </div>
      }
    >
      <div className={style.desk}>
        <p className={style.bed}>{list.bed}</p>
        {act.error ? <Refused what={t('没有退宿')} error={act.error} /> : null}
        {list.keyNo ? (
          <Checkbox checked={hasKey} onChange={event => setKey(event.target.checked)}>
            {t('钥匙 {{no}} 已交', { no: list.keyNo })}
          </Checkbox>
        ) : null}
        <h3>{t('家具')}</h3>
        <Pieces pieces={pieces} onChange={setPieces} disabled={act.isPending} />
        <h3>{t('未结事项')}</h3>
        {open.length ? (
          <ul className={style.open}>
            {open.map(o => (
              <li key={o.label}>
                {o.label} {o.note ?? ''} {o.amount === null ? '' : formatMoney(o.amount)}
              </li>
            ))}
          </ul>
        ) : (
          <p className="ql-quiet">{t('没有未结事项')}</p>
        )}
        {isOpenPoint ? (
          <Checkbox checked={withDebts} onChange={event => setDebts(event.target.checked)}>
            {t('有遗留事项仍然退宿')}
          </Checkbox>
        ) : null}
        <label className={style.field} htmlFor="dorm-reason">
          {t('退宿原因')}
        </label>
        <DictSelect id="dorm-reason" of={checkOutReason} value={reason} onChange={setReason} className="ql-wide" />
        <label className={style.field} htmlFor="dorm-note">
          {t('说明')}
          <Input.TextArea id="dorm-note" rows={2} maxLength={200} value={note} onChange={event => setNote(event.target.value)} />
        </label>
      </div>
    </Panel>
  )
}
