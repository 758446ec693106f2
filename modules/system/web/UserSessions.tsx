import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { kickSessions, userSessions } from '../model/user-actions.ts'
import style from './system.module.css'
import type { UserRow } from './UserPage.tsx'

/** Sessions of an account, with the option to end them. */
export function UserSessions({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const read = useRead(userSessions, { id: row.id })
  const { data } = read
  return (
    <Panel
      open
      title={t('{{name}}的登录会话', { name: row.nickName })}
      onClose={onClose}
      footer={
        data?.length ? (
          <div className="ql-acts">
            <ActionButton of={kickSessions} input={{ id: row.id }} danger confirm={t('{{name}}要在所有设备上重新登录。', { name: row.nickName })}>
              {t('结束全部会话')}
            </ActionButton>
          </div>
        ) : null
      }
    >
      {data ? null : <Loading of={read} lines={4} />}
      {data && !data.length ? <p className="ql-quiet">{t('现在没有登录')}</p> : null}
      {data?.map(s => (
        <div key={s.id} className={style.line}>
          <span>
            <b>{TERMINAL_NAMES[s.terminal] ? t(TERMINAL_NAMES[s.terminal] as string) : s.terminal}</b>
            <small>
              {[s.device, s.ip].filter(Boolean).join(' · ')}
              <br />
              {t('登录 {{from}}，最近活动 {{last}}', { from: formatDatetime(s.createdAt), last: formatDatetime(s.lastActiveAt) })}
            </small>
          </span>
          {s.isCurrent ? <small>{t('本次会话')}</small> : <ActionButton of={kickSessions} input={{ id: row.id, sessionIds: [s.id] }} type="link" />}
        </div>
      ))}
    </Panel>
  )
}
const TERMINAL_NAMES: Readonly<Record<string, string>> = { pc: '电脑', mobile: '手机', wecom: '企业微信' }
