import { Laptop, Smartphone } from 'lucide-react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { endMySession, mySessions } from '../../model/credentials-sessions.ts'
import style from '../credentials.module.css'
import { deviceWords } from '../device-labels.ts'

export const title = '我的设备'
export const order = 60

/** The user's sessions; each can be ended, or all but the current one. */
export default function DevicesPanel() {
  const read = useRead(mySessions, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={4} />
  const sorted = [...data].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
  return (
    <Stack gap={3} className={style.card}>
      <ul className={style.lines}>
        {sorted.map(s => (
          <li key={s.id}>
            {s.terminal === 'pc' ? <Laptop size={20} /> : <Smartphone size={20} />}
            <div>
              <b>{deviceWords(s.device)}</b>
              <small>{t('{{since}} 登录，{{last}} 活动，地址 {{ip}}', { since: formatDatetime(s.createdAt), last: formatDatetime(s.lastActiveAt), ip: s.ip ?? '—' })}</small>
            </div>
            {s.isCurrent ? (
              <span className={style.quiet}>{t('本次登录')}</span>
            ) : (
              <ActionButton of={endMySession} input={{ sessionId: s.id }} done={t('已退出这台设备')}>
                {t('退出')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {sorted.length > 1 ? (
        <div className={style.acts}>
          <ActionButton of={endMySession} input={{}} danger done={t('已退出其他设备')} confirm={t('除本次登录外，{{n}} 处登录都会退出。', { n: sorted.length - 1 })}>
            {t('退出其他所有设备')}
          </ActionButton>
        </div>
      ) : null}
    </Stack>
  )
}
