import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { Entity } from '#model'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { State, type Tone } from '#web/feedback/State.tsx'
import { get, notify, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useSession } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import style from './print.module.css'

interface Issue {
  id: string
  templateName: string
  issueNo: string
  /** Version of the print template used. */
  edition: number
  state: 'valid' | 'revoked' | 'replaced'
  issuedAt: string
  issuedByName: string
  revokeReason: string | null
  replacedByNo: string | null
}
const TONES: Readonly<Record<Issue['state'], Tone>> = { valid: 'done', revoked: 'refused', replaced: 'over' }

/** Documents printed for a row, newest first, each can be voided. Only for users who may print; the caller provides the heading. */
export function PrintIssues({ of, id }: { of: Entity; id: string }) {
  const { can } = useSession()
  const [revoking, setRevoking] = useState<Issue>()
  const read = useQuery({
    queryKey: ['printIssue', of.name, id],
    queryFn: ({ signal }) => get<Issue[]>('sheet/print/issues', { bizType: of.name, bizId: id }, { signal, quiet: true }),
    meta: { inPlace: true },
  })
  const { data } = read
  if (!data) return <Loading of={read} lines={4} failed={t('打印记录暂时取不到')} />
  if (!data.length) return <p className="ql-quiet">{t('还没有打印过')}</p>
  return (
    <>
      <ul className={style.papers}>
        {data.map(issue => (
          <li key={issue.id}>
            <b>{issue.issueNo}</b>
            <State tone={TONES[issue.state]}>{stateOf(issue)}</State>
            <small>
              {[t('{{name}}第 {{n}} 版', { name: issue.templateName, n: issue.edition }), issue.issuedByName, formatDatetime(issue.issuedAt), issue.revokeReason]
                .filter(Boolean)
                .join(' · ')}
            </small>
            {issue.state === 'valid' && can('sheet:print:revoke') ? (
              <Button type="link" size="small" danger onClick={() => setRevoking(issue)}>
                {t('作废')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {revoking ? <Revoke of={of} issue={revoking} onClose={() => setRevoking(undefined)} /> : null}
    </>
  )
}
function stateOf({ state, replacedByNo }: Issue): string {
  if (state === 'replaced') return t('已被 {{no}} 替换', { no: replacedByNo })
  return state === 'revoked' ? t('已作废') : t('有效')
}
function Revoke({ of, issue, onClose }: { of: Entity; issue: Issue; onClose: () => void }) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const run = useMutation({
    mutationFn: () => post('sheet/print/revoke', { id: issue.id, reason: reason.trim() }, { quiet: true }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['printIssue', of.name] })
      notify.success(t('{{no}} 已作废', { no: issue.issueNo }))
      onClose()
    },
    meta: { inPlace: true },
  })
  return (
    <Dialog
      open
      danger
      title={t('作废{{label}} {{no}}', { label: issue.templateName, no: issue.issueNo })}
      verb={t('作废')}
      busy={run.isPending}
      disabled={!reason.trim()}
      onAct={() => run.mutate()}
      onClose={onClose}
    >
      {run.error ? <Refused what={t('没有作废')} error={run.error} /> : null}
      <div className={style.print}>
        <label className="ql-label" htmlFor="ql-revoke-reason">
          {t('作废原因')}
          <em aria-hidden="true">*</em>
        </label>
        <Input id="ql-revoke-reason" value={reason} onChange={event => setReason(event.target.value)} maxLength={200} />
        <p className="ql-help">{t('作废后不能恢复，扫码核验时显示“已作废”')}</p>
      </div>
    </Dialog>
  )
}
