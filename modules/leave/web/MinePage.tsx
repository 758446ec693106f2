import { Button } from 'antd'
import { useState } from 'react'
import type { MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { CASE_CHANGES, MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import style from '#modules/workflow/applications/web/public/own.module.css'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { extendLeave, giveProof } from '../model/actions.ts'
import { leaveApplication } from '../model/application.ts'
import { BACK_WAYS, leaveStates } from '../model/leave.ts'
import { daysText, spanText } from './labels.ts'
import { BackPanel } from './mine/BackPanel.tsx'
import { KeepSlip, SeenSlips, SlipPanel } from './mine/SlipPanel.tsx'

type Mine = MineOf<typeof leaveApplication>
type What = 'slip' | 'back' | 'extend' | 'proof'

/** 我的请假: the running leave on top with slip and report-back, the others below. */
export default function MinePage() {
  const [params] = useOwnParams()
  // a student who scanned the desk code arrives with it
  const scanned = params.get('code')
  const [opened, setOpened] = useState<{ what: What; row: Mine }>()
  const close = () => {
    setOpened(undefined)
    if (scanned) history.replaceState(null, '', location.pathname)
  }
  const over = (away: Mine | undefined) => {
    const asked = opened ?? (scanned && away ? { what: 'back' as const, row: away } : undefined)
    return asked ? <Opened {...asked} code={scanned} onClose={close} /> : null
  }
  return (
    <MyApplicationsPage
      of={leaveApplication}
      title={t('我的请假')}
      apply={{ path: '/leave/apply', label: t('请假') }}
      onlyStudents={t('当前账号不是学生，没有自己的请假')}
      nothing={t('还没有请过假')}
      over={over}
      unread={<SeenSlips />}
    >
      {(row, at) => <LeaveSheet row={row} at={at} onOpen={what => setOpened({ what, row })} />}
    </MyApplicationsPage>
  )
}
function Opened({ what, row, code, onClose }: { what: What; row: Mine; code: string | null; onClose: () => void }) {
  if (what === 'slip') return <SlipPanel id={row.id} onClose={onClose} />
  if (what === 'back') return <BackPanel id={row.id} code={code} onClose={onClose} />
  if (what === 'proof') return <ActionForm of={giveProof} input={{ id: row.id }} onClose={onClose} />
  return (
    <ActionForm
      of={extendLeave}
      input={{ id: row.id }}
      changes={CASE_CHANGES}
      initial={{ endAt: row.endAt }}
      onClose={onClose}
      note={t('续假和原来的 {{days}} 天合并计算，按合并后的天数审批。', { days: row.days })}
    />
  )
}
/** Status sentence. */
function standing(row: Mine): string {
  if (row.state === 'overdue') return t('已超过返校时间，请立即销假')
  if (row.state === 'active') return t('{{time}} 前返校销假', { time: formatDatetime(row.endAt) })
  if (row.state === 'approved' && !row.extendsNo) return t('{{time}} 开始', { time: formatDatetime(row.startAt) })
  if (row.state === 'closed' && row.backAt)
    return t('{{time}} 返校{{way}}，实际 {{days}} 天', {
      time: formatDatetime(row.backAt),
      way: row.backWay ? t('（{{way}}）', { way: t(BACK_WAYS[row.backWay]) }) : '',
      days: row.actualDays ?? row.days,
    })
  return ''
}
interface SheetProps {
  row: Mine
  at: { isFirst: boolean; isNamed: boolean }
  onOpen: (what: What) => void
}
function LeaveSheet({ row, at, onOpen }: SheetProps) {
  const can = (verb: Mine['can'][number]): boolean => row.can.includes(verb)
  return (
    <MyApplication
      of={leaveApplication}
      row={row}
      at={at}
      label={row.leaveNo}
      title={`${row.extendsNo ? t('续{{type}}', { type: t(row.typeName) }) : t(row.typeName)} ${daysText(row.days)}`}
      states={leaveStates}
      standing={standing(row)}
      isOverdue={row.state === 'overdue'}
      apply="/leave/apply"
      cancel={{ label: t('取消请假'), note: t('任课教师会收到通知，照常上课。') }}
      acts={
        <>
          {can('back') ? (
            <Button type="primary" onClick={() => onOpen('back')}>
              {t('我已返校')}
            </Button>
          ) : null}
          {can('slip') ? (
            <Button type={at.isFirst && !can('back') ? 'primary' : 'default'} onClick={() => onOpen('slip')}>
              {t('出示假条')}
            </Button>
          ) : null}
          {can('extend') ? <Button onClick={() => onOpen('extend')}>{t('续假')}</Button> : null}
          {can('proof') ? <Button onClick={() => onOpen('proof')}>{t('补交证明')}</Button> : null}
        </>
      }
    >
      <p>{spanText(row)}</p>
      {can('slip') ? <KeepSlip id={row.id} /> : null}
      {row.isExtending ? <p className="ql-quiet">{t('续假正在审批')}</p> : null}
      {row.lacksProof && row.proofDueOn ? <p className={style.due}>{t('请在 {{date}} 前补交证明', { date: formatDate(row.proofDueOn) })}</p> : null}
    </MyApplication>
  )
}
