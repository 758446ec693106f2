import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import type { Entity } from '#model'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { downloadAndSave, get, notify } from '#web/http/index.ts'
import { oneOf, t } from '#web/i18n/index.ts'
import { useSession } from '#web/session/useCan.ts'
import { jobsChanged } from '#web/spreadsheets/jobs.ts'
import { formatNumber } from '#web/values/format.ts'
import style from './print.module.css'

interface PrintDialogProps {
  of: Entity
  template: string
  ids: readonly string[]
  onClose: () => void
}
const PLAIN = 'sheet:export:plain'
interface Template {
  code: string
  basedOn: string | null
  name: string
}
/** Confirms the number of documents, whether they replace earlier ones and show unmasked personal values; then generates and saves the PDF. */
export function PrintDialog({ of, template, ids, onClose }: PrintDialogProps) {
  const { can } = useSession()
  const client = useQueryClient()
  const [isReplacing, setReplacing] = useState(false)
  const [isPacked, setPacked] = useState(false)
  const [isPlain, setPlain] = useState(false)
  const [reason, setReason] = useState('')
  const templates = useQuery({
    queryKey: ['printTemplate', of.name],
    queryFn: ({ signal }) => get<Template[]>('sheet/printTemplate/list', { entity: of.name }, { signal, quiet: true }),
    staleTime: 60_000,
    meta: { inPlace: true },
  })
  // the template and the school's copies of it
  const forms = (templates.data ?? []).filter(one => one.code === template || one.basedOn === template)
  const [chosen, choose] = useState<string>()
  const form = forms.find(one => one.code === (chosen ?? template)) ?? forms[0]
  const name = form?.name ?? oneOf(of)
  const run = useMutation({
    mutationFn: () =>
      downloadAndSave(
        'sheet/print/issue',
        { code: form?.code ?? template, ids, replace: isReplacing, packed: isPacked, ...(isPlain ? { plain: true, reason: reason.trim() } : {}) },
        { fallbackName: `${name}.${isPacked ? 'zip' : 'pdf'}`, quiet: true },
      ),
    onSuccess: answer => {
      if (answer.kind === 'job') {
        notify.success(t('份数较多，在后台生成，做完会在右上角提示'))
        jobsChanged()
      }
      void client.invalidateQueries({ queryKey: ['printIssue', of.name] })
      onClose()
    },
    meta: { inPlace: true },
  })
  return (
    <Dialog
      open
      title={t('打印{{label}}', { label: name })}
      verb={t('打印 {{n}} 份', { n: formatNumber(ids.length) })}
      busy={run.isPending}
      disabled={isPlain && !reason.trim()}
      onAct={() => run.mutate()}
      onClose={onClose}
    >
      {run.error ? <Refused what={t('没有打印')} error={run.error} /> : null}
      <div className={style.print}>
        {forms.length > 1 ? (
          <label className={style.printForm} htmlFor="ql-print-form">
            <span className="ql-label">{t('用哪个模板')}</span>
            <Select id="ql-print-form" value={form?.code ?? null} options={forms.map(one => ({ value: one.code, label: one.name }))} onChange={code => choose(code ?? undefined)} />
          </label>
        ) : null}
        <Checkbox checked={isReplacing} onChange={event => setReplacing(event.target.checked)}>
          {t('替换以前打印的，旧件扫码时显示“已被替换”')}
        </Checkbox>
        {ids.length > 1 ? (
          <Checkbox checked={isPacked} onChange={event => setPacked(event.target.checked)}>
            {t('每份一个文件，打成压缩包')}
          </Checkbox>
        ) : null}
        {can(PLAIN) ? (
          <Checkbox checked={isPlain} onChange={event => setPlain(event.target.checked)}>
            {t('个人信息不脱敏')}
          </Checkbox>
        ) : null}
        {isPlain ? (
          <>
            <label className="ql-label" htmlFor="ql-print-reason">
              {t('打印原因')}
              <em aria-hidden="true">*</em>
            </label>
            <Input id="ql-print-reason" value={reason} onChange={event => setReason(event.target.value)} maxLength={200} />
          </>
        ) : null}
        <p className="ql-help">{t('每份都有编号和核验二维码，打印会记入审计日志')}</p>
      </div>
    </Dialog>
  )
}
