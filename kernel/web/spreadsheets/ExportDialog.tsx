import { useMutation } from '@tanstack/react-query'
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import type { Entity } from '#model'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { address, downloadAndSave, notify } from '#web/http/index.ts'
import { manyOf, t } from '#web/i18n/index.ts'
import { useSession } from '#web/session/useCan.ts'
import { formatNumber } from '#web/values/format.ts'
import { exportableFields, fileNameFrom, headerOf, initialColumns, isPersonal, isSensitive } from './exportColumns.ts'
import { jobsChanged } from './jobs.ts'
import style from './sheets.module.css'

interface ExportDialogProps {
  of: Entity
  /** The list's filters in wire format. */
  search: Readonly<Record<string, string>>
  sort: readonly string[]
  /** Number of matching rows. */
  total: number
  /** Visible columns, preselected. */
  columns: readonly string[]
  onClose: () => void
}
/** Permission to export unmasked personal values. */
const PLAIN = 'sheet:export:plain'

/** Exports the rows of a list as a spreadsheet: columns and file name. */
export function ExportDialog({ of, search, sort, total, columns, onClose }: ExportDialogProps) {
  const { can } = useSession()
  const label = manyOf(of)
  const [isOpen, setOpen] = useState(true)
  const [name, setName] = useState(label)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(initialColumns(of, columns)))
  const [isPlain, setPlain] = useState(false)
  const [reason, setReason] = useState('')
  const maySensitive = can(`${of.module}:${of.name}:reveal`)
  const mayPlain = can(PLAIN) && isPersonal(of, new Set(exportableFields(of, false).map(([field]) => field)))
  const needsReason = isPlain || isSensitive(of, chosen)
  const run = useMutation({
    mutationFn: () =>
      downloadAndSave(
        address(of, 'export'),
        {
          fileName: fileNameFrom(name) || label,
          params: { ...search, ...(sort.length ? { sort: sort.join() } : {}) },
          header: headerOf(of, chosen, t),
          ...(isPlain ? { plain: true } : {}),
          ...(needsReason ? { reason: reason.trim() } : {}),
        },
        { fallbackName: `${label}.xlsx` },
      ),
    onSuccess: answer => {
      if (answer.kind === 'empty') return
      if (answer.kind === 'job') {
        notify.success(t('数据较多，在后台导出，做完会在右上角提示'))
        jobsChanged()
      }
      setOpen(false)
    },
    meta: { inPlace: true },
  })
  const fields = exportableFields(of, maySensitive)
  const count = fields.filter(([field]) => chosen.has(field)).length
  const blocked = !count || (needsReason && !reason.trim())
  return (
    <Panel
      open={isOpen}
      title={t('导出{{label}}', { label })}
      onClose={() => setOpen(false)}
      afterClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={() => setOpen(false)}>{t('取消')}</Button>
          <Button type="primary" loading={run.isPending} disabled={blocked} onClick={() => run.mutate()}>
            {t('导出 {{n}} 行', { n: formatNumber(total) })}
          </Button>
        </div>
      }
    >
      {run.error ? <Refused what={t('没有导出')} error={run.error} /> : null}
      <LabelledInput label={t('文件名')}>{id => <Input id={id} value={name} onChange={event => setName(event.target.value)} suffix=".xlsx" maxLength={80} />}</LabelledInput>
      <fieldset className={`ql-field ${style.exportColumns}`}>
        <legend className="ql-label">
          {t('导出的列')}
          <Button type="link" size="small" onClick={() => setChosen(new Set(count === fields.length ? [] : fields.map(([field]) => field)))}>
            {count === fields.length ? t('全不选') : t('全选')}
          </Button>
        </legend>
        {fields.map(([field, f]) => (
          <Checkbox key={field} checked={chosen.has(field)} onChange={event => setChosen(toggled(chosen, field, event.target.checked))}>
            {t(f.label)}
          </Checkbox>
        ))}
      </fieldset>
      {mayPlain ? (
        <div className="ql-field">
          <Checkbox checked={isPlain} onChange={event => setPlain(event.target.checked)}>
            {t('个人信息不脱敏')}
          </Checkbox>
        </div>
      ) : null}
      {needsReason ? (
        <div className="ql-field">
          <label className={`ql-label ${style.reason}`} htmlFor="ql-export-reason">
            {t('导出原因')}
            <em aria-hidden="true">*</em>
          </label>
          <Input id="ql-export-reason" value={reason} onChange={event => setReason(event.target.value)} maxLength={200} />
        </div>
      ) : null}
      <p className="ql-help">{t('导出会记入审计日志，按现在的筛选条件，只含你能看到的数据')}</p>
    </Panel>
  )
}
const toggled = (set: ReadonlySet<string>, name: string, isOn: boolean): ReadonlySet<string> => {
  const next = new Set(set)
  if (isOn) next.add(name)
  else next.delete(name)
  return next
}
