import { Button } from 'antd'
import { useState } from 'react'
import type { Entity } from '#model'
import { Bars, LoadFailed } from '#web/feedback/Empty.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { oneOf, t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/values/format.ts'
import { Change, Conflict, changedFields } from './Conflict.tsx'
import { Fields } from './Fields.tsx'
import type { FormValues } from './layout.ts'
import { type RecordForm, type RecordFormOptions, useRecordForm } from './useRecordForm.ts'
import './forms.css'

export interface EntityFormProps<E extends Entity> extends RecordFormOptions<E> {
  of: E
  onClose: () => void
  title?: string
  size?: 480 | 720
}
/** Panel that adds a record or changes the one with `id`. */
export function EntityForm<E extends Entity>({ of, onClose, title, size, onDone, ...options }: EntityFormProps<E>) {
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  const record = useRecordForm(of, {
    ...options,
    onDone: saved => {
      close()
      onDone?.(saved)
    },
  })
  const label = oneOf(of)
  return (
    <Panel
      open={isOpen}
      onClose={close}
      afterClose={onClose}
      title={title ?? (options.id ? t('修改{{label}}', { label }) : t('新增{{label}}', { label }))}
      size={size ?? 480}
      footer={
        <div className="ql-acts">
          <Button onClick={close}>{t('取消')}</Button>
          <Button type="primary" loading={record.isSaving} disabled={record.isLoading || record.loadError !== null} onClick={record.save}>
            {options.id ? t('保存') : t('新增')}
          </Button>
        </div>
      }
    >
      <RecordFields of={of} record={record} id={options.id} />
    </Panel>
  )
}
/** Form body: draft offer, refusal, inputs, conflict. For forms that are pages of their own. */
export function RecordFields<E extends Entity>({ of, record, id }: { of: E; record: RecordForm; id?: string | undefined }) {
  const [before, setBefore] = useState<FormValues>()
  const { form, row, conflict, loadError } = record
  if (loadError) return <LoadFailed error={loadError} onRetry={record.reload} />
  if (record.isLoading) return <Bars lines={8} />
  const notes = before && row ? Object.fromEntries(changedFields(of, before, row).map(name => [name, <Change key={name} of={of} name={name} before={before} after={row} />])) : {}
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        record.save()
      }}
    >
      {record.draft ? <DraftOffer record={record} /> : null}
      {form.refusal ? <Refused what={id ? t('没有保存') : t('没有新增')} error={form.refusal} /> : null}
      <Fields form={form} row={row} notes={notes} disabled={record.isSaving} />
      <button type="submit" hidden />
      {conflict && row && id ? (
        <Conflict
          of={of}
          id={id}
          before={row}
          theirs={conflict}
          onKeep={() => {
            setBefore(row)
            record.keepMine()
          }}
          onReload={() => {
            setBefore(undefined)
            record.takeTheirs()
          }}
        />
      ) : null}
    </form>
  )
}
const DraftOffer = ({ record }: { record: RecordForm }) => (
  <div className="ql-draft" role="status">
    <span>{t('有上次没保存的内容，{{time}}', { time: formatDatetime(new Date(record.draft?.at ?? 0).toISOString()) })}</span>
    <span>
      <Button type="link" size="small" onClick={record.restoreDraft}>
        {t('接着填')}
      </Button>
      <Button type="text" size="small" onClick={record.discardDraft}>
        {t('丢弃')}
      </Button>
    </span>
  </div>
)
