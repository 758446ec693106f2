import { useMutation } from '@tanstack/react-query'
import Input from 'antd/es/input/Input'
import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Entity } from '#model'
import { Dialog } from '#web/feedback/Dialog.tsx'
import style from '#web/feedback/native.module.css'
import { RowButton } from '#web/feedback/native.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { address, isRefusal, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useCan } from '#web/session/useCan.ts'

interface MaskedProps {
  of: Entity
  id: string
  field: string
  /** The masked value from the server. */
  value: string
  label: string
  /** Formats the revealed value, e.g. a code as its label. */
  show?: (value: string) => ReactNode
}
/** Masked personal value with a reveal button for permitted users. The server logs every reveal. */
export function Masked({ of, id, field, value, label, show = text => text }: MaskedProps) {
  const may = useCan(`${of.module}:${of.name}:reveal`)
  const [isAsking, setAsking] = useState(false)
  const [whole, setWhole] = useState<string>()
  const [reason, setReason] = useState('')
  const reveal = useMutation({
    mutationFn: () => post<Readonly<Record<string, unknown>>>(address(of, 'reveal'), { id, field, ...(reason.trim() ? { reason: reason.trim() } : {}) }, { quiet: true }),
    onSuccess: answer => {
      setWhole(String(answer[field] ?? answer.value ?? ''))
      setAsking(false)
    },
    // the server answers whether this field needs a reason; other refusals are shown in the same place
    onError: () => setAsking(true),
  })
  if (!may || !value.includes('*')) return value
  const name = whole === undefined ? t('查看完整的{{label}}', { label }) : t('收起')
  return (
    <span className="ql-masked">
      {whole === undefined ? value : show(whole)}
      <RowButton
        className={style.iconAct}
        title={name}
        aria-label={name}
        isBusy={reveal.isPending && !isAsking}
        onClick={event => {
          event.stopPropagation()
          if (whole !== undefined) setWhole(undefined)
          else if (!reveal.isPending) reveal.mutate()
        }}
      >
        {whole === undefined ? <EyeOff size={14} /> : <Eye size={14} />}
      </RowButton>
      <Dialog
        open={isAsking}
        title={t('查看完整的{{label}}', { label })}
        verb={t('查看')}
        busy={reveal.isPending}
        disabled={!reason.trim()}
        onAct={() => reveal.mutate()}
        onClose={() => setAsking(false)}
      >
        {reveal.error && !asksReason(reveal.error) ? <Refused what={t('没有取到完整的值')} error={reveal.error} /> : null}
        <LabelledInput label={t('查看原因')} help={t('查看会记入审计日志')}>
          {id => <Input id={id} value={reason} maxLength={200} onChange={event => setReason(event.target.value)} onPressEnter={() => reason.trim() && reveal.mutate()} autoFocus />}
        </LabelledInput>
      </Dialog>
    </span>
  )
}
const asksReason = (error: unknown): boolean => isRefusal(error) && error.errors.some(e => e.field === 'reason')
