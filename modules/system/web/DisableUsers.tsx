import { Input } from 'antd'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Bars } from '#web/feedback/Empty.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { useRead } from '#web/records/useRead.ts'
import { disableUser, handover } from '../model/user-actions.ts'
import style from './system.module.css'
import type { UserRow } from './UserPage.tsx'

interface DisableUsersProps {
  rows: readonly UserRow[]
  clear: () => void
  onClose: () => void
}
/** Disables accounts, with a reason. */
export function DisableUsers({ rows, clear, onClose }: DisableUsersProps) {
  const [reason, setReason] = useState('')
  const [receiverId, setReceiver] = useState<string | null>(null)
  const isStaff = rows.some(row => row.userType !== null && row.userType !== 2)
  const only = rows.length === 1 ? rows[0] : undefined
  const done = () => {
    clear()
    onClose()
  }
  const act = useAct(disableUser, { done: t('已停用，会话已结束'), onDone: done })
  return (
    <Dialog
      open
      title={only ? t('停用 {{name}}', { name: only.nickName }) : t('停用 {{n}} 个账号', { n: rows.length })}
      verb={t('停用#verb')}
      danger
      busy={act.isPending}
      disabled={!reason.trim()}
      onAct={() => act.mutate({ ids: rows.map(r => r.id), reason: reason.trim(), ...(isStaff && receiverId ? { receiverId } : {}) })}
      onClose={onClose}
    >
      {act.error ? <Refused what={t('没有停用')} error={act.error} /> : null}
      {only ? <Left id={only.id} /> : null}
      {isStaff ? (
        <>
          <label className={style.label} htmlFor="disable-receiver">
            {t('待办和审批交给')}
          </label>
          <RefSelect
            id="disable-receiver"
            to="user"
            where={{ realm: 'admin', status: 'enabled' }}
            value={receiverId}
            onChange={setReceiver}
            placeholder={t('不选时交给部门负责人')}
          />
        </>
      ) : null}
      <label className={style.label} htmlFor="disable-reason">
        {t('原因')}
      </label>
      <Input.TextArea id="disable-reason" rows={2} maxLength={200} value={reason} onChange={e => setReason(e.target.value)} />
    </Dialog>
  )
}
/** Open work of the account, shown before it is disabled. */
function Left({ id }: { id: string }) {
  const { data } = useRead(handover, { id })
  if (!data) return <Bars lines={2} />
  const facts = [
    data.sessions ? t('{{n}} 个登录会话会结束', { n: data.sessions }) : '',
    data.todos ? t('{{n}} 件待办要交接', { n: data.todos }) : '',
    data.classes.length ? t('还在带 {{n}} 个班：{{names}}，请在“带班管理”里交接', { n: data.classes.length, names: data.classes.map(c => c.name).join(t('、')) }) : '',
  ].filter(Boolean)
  return facts.length ? <p>{facts.join(t('；'))}</p> : <p className="ql-quiet">{t('没有需要交接的事项')}</p>
}
