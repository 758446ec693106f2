import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { Bars, Empty } from '#web/feedback/Empty.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { CodeBox } from '#web/scan/CodeBox.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { deskFind } from '../model/actions.ts'
import { DeskCard } from './DeskCard.tsx'
import style from './public/dormitory-stay.module.css'

interface Last {
  name: string | null
  bed: string
  at: string
  wasCheckedIn: boolean
}
const MOST_LAST = 8
/** A student's code may contain a URL; the number is its last part. */
const numberIn = (text: string): string => text.split(/[/=]/).at(-1) ?? ''

export const about: PageFile['about'] = () => ({
  use: t('前台给学生办理入住、退宿。'),
  who: t('管理这栋楼的宿管和学工处。'),
  first: t('扫校园卡或输入学号回车，核对床位后再回车即办好；办错了可以马上撤销。'),
})
/** 宿舍管理 → 入住办理: scan or type the number, check, press Enter; then the next. */
export default function DeskPage() {
  const [code, setCode] = useState('')
  const [last, setLast] = useState<readonly Last[]>([])
  const box = useRef<{ focus(): void }>(null)
  const { data, error, isFetching } = useRead(deskFind, { code }, { enabled: Boolean(code) })
  const found = code && !error ? data?.filter(f => f.studentNo === code) : undefined
  return (
    <Page title={t('入住办理')} width="form">
      <Sheet className={style.card}>
        <CodeBox id="dorm-code" label={t('扫学生码或输入学号')} onCode={text => setCode(numberIn(text))} handle={box} />
      </Sheet>
      {code && isFetching && !found?.length ? <Bars lines={6} /> : null}
      {error && code ? (
        <Sheet className={style.card}>
          <Refused what={t('没有找到 {{code}}', { code })} error={error} />
        </Sheet>
      ) : null}
      {found?.map(f => (
        <Sheet key={f.id} label={f.name ?? ''} className={style.card}>
          <DeskCard
            key={`${f.id} ${f.state}`}
            found={f}
            takesFocus
            onDone={answer => {
              setLast(now => [{ name: answer.name, bed: answer.bed, at: answer.checkInAt, wasCheckedIn: answer.wasCheckedIn }, ...now].slice(0, MOST_LAST))
              setCode('')
              box.current?.focus()
            }}
          />
        </Sheet>
      ))}
      {last.length ? <Latest rows={last} /> : code || found ? null : <Empty title={t('等待扫码')} />}
    </Page>
  )
}
const Latest = ({ rows }: { rows: readonly Last[] }) => (
  <Sheet title={t('刚刚入住')} className={style.card}>
    <ul className={style.latest} aria-live="polite">
      {rows.map(r => (
        <li key={`${r.bed} ${r.at}`}>
          <CircleCheck size={18} aria-hidden="true" />
          <b>{r.name}</b>
          <span>{r.bed}</span>
          <small>{r.wasCheckedIn ? t('早已入住') : formatDatetime(r.at)}</small>
        </li>
      ))}
    </ul>
  </Sheet>
)
