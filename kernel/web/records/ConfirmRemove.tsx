import { useMutation, useQueryClient } from '@tanstack/react-query'
import Input from 'antd/es/input/Input'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Entity } from '#model'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { RowResults } from '#web/feedback/RowResults.tsx'
import { address, notify, postForm } from '#web/http/index.ts'
import { manyOf, oneOf, t } from '#web/i18n/index.ts'
import { entityKey } from '#web/values/address.ts'

interface ConfirmRemoveProps {
  of: Entity
  rows: ReadonlyArray<{ id: string; name: string }>
  onClose: () => void
  /** Called if at least one row was removed. */
  onDone?: () => void
}
interface Removed {
  done: number
  failed: ReadonlyArray<{ id: string; msg: string }>
}
/** Above this many rows the count must be typed to confirm. */
export const TYPED_ABOVE = 10

/** Confirms a removal with names and count, then shows per row what could not be removed. */
export function ConfirmRemove({ of, rows, onClose, onDone }: ConfirmRemoveProps) {
  const [typed, setTyped] = useState('')
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => postForm<Removed>(address(of, 'remove'), { ids: rows.map(r => r.id) }, { quiet: true }),
    onSuccess: ({ done, failed }) => {
      void client.invalidateQueries({ queryKey: entityKey(of) })
      if (done) onDone?.()
      if (failed.length) return
      notify.success(t('已删除 {{n}} 个{{label}}', { n: done, label: done === 1 ? oneOf(of) : manyOf(of) }))
      onClose()
    },
  })
  const label = rows.length === 1 ? oneOf(of) : manyOf(of)
  const first = rows[0]?.name ?? ''
  if (remove.data?.failed.length) return <Outcome answer={remove.data} rows={rows} label={label} onClose={onClose} />
  return (
    <Dialog
      open
      icon={<Trash2 size={19} className="ql-danger" />}
      title={rows.length === 1 ? t('删除{{label}}“{{name}}”', { label, name: first }) : t('删除 {{n}} 个{{label}}', { n: rows.length, label })}
      verb={rows.length === 1 ? t('删除') : t('删除 {{n}} 个', { n: rows.length })}
      danger
      busy={remove.isPending}
      disabled={rows.length > TYPED_ABOVE && typed.trim() !== String(rows.length)}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      {remove.error ? <Refused what={t('没有删除')} error={remove.error} /> : null}
      {rows.length > 1 ? <p className="ql-quiet">{namesText(rows.map(r => r.name))}</p> : null}
      <p>{rows.length > TYPED_ABOVE ? t('删除后不能恢复。请输入数量 {{n}} 确认。', { n: rows.length }) : t('删除后不能恢复。')}</p>
      {rows.length > TYPED_ABOVE ? (
        <Input value={typed} onChange={e => setTyped(e.target.value)} inputMode="numeric" style={{ width: 104 }} aria-label={t('数量')} autoFocus />
      ) : null}
    </Dialog>
  )
}
/** The first five names, then the total. */
export const namesText = (names: readonly string[]): string =>
  names.length > 5 ? t('{{names}} 等 {{n}} 个', { names: names.slice(0, 5).join(t('、')), n: names.length }) : names.join(t('、'))

function Outcome({ answer, rows, label, onClose }: { answer: Removed; rows: ConfirmRemoveProps['rows']; label: string; onClose: () => void }) {
  const why = new Map(answer.failed.map(f => [f.id, f.msg]))
  if (rows.length === 1)
    return (
      <Dialog open title={t('没有删除{{label}}“{{name}}”', { label, name: rows[0]?.name })} onClose={onClose}>
        <p>{answer.failed[0]?.msg}</p>
      </Dialog>
    )
  const title = answer.done
    ? t('已删除 {{done}} 个{{label}}，{{n}} 个没有删除', { done: answer.done, n: answer.failed.length, label })
    : t('{{n}} 个{{label}}没有删除', { n: answer.failed.length, label })
  return (
    <Dialog open title={title} onClose={onClose} width={480}>
      <RowResults
        rows={rows.map(r => ({ key: r.id, name: r.name, isDone: !why.has(r.id), ...(why.has(r.id) ? { note: why.get(r.id) ?? '' } : {}) }))}
        done={t('已删除')}
        failed={t('未删除')}
      />
    </Dialog>
  )
}
