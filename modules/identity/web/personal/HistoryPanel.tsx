import { Button } from 'antd'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { mySignIns } from '../../model/credentials-sessions.ts'
import { WAYS, wayOfSignIn } from '../../model/credentials-ways.ts'
import style from '../credentials.module.css'
import { deviceWords } from '../device-labels.ts'
import { reasonText } from '../labels.ts'

export const title = '登录记录'
export const order = 70
const STEP = 10

/** The user's sign-ins of half a year, including failed attempts. */
export default function HistoryPanel() {
  const read = useRead(mySignIns, {})
  const { data } = read
  const [most, setMost] = useState(STEP)
  if (!data) return <Loading of={read} lines={4} />
  if (!data.length) return <Empty title={t('近半年没有登录记录')} />
  return (
    <Stack gap={3} className={style.card}>
      <ul className={style.lines}>
        {data.slice(0, most).map(line => (
          <li key={line.id}>
            {line.result === 'success' ? <CircleCheck size={20} /> : <CircleX size={20} />}
            <div>
              <b>
                {t(WAYS[wayOfSignIn(line.way)])} {line.result === 'success' ? t('登录成功') : t('没有登录成功：{{reason}}', { reason: reasonText(line.reason) })}
              </b>
              <small>{[formatDatetime(line.at), deviceWords(line.device), line.ip].filter(Boolean).join(' · ')}</small>
            </div>
          </li>
        ))}
      </ul>
      {data.length > most ? (
        <div className={style.acts}>
          <Button onClick={() => setMost(most + 3 * STEP)}>{t('更早的记录')}</Button>
        </div>
      ) : null}
    </Stack>
  )
}
