import { Watermark } from 'antd'
import { schoolDate } from '#model/school-time.ts'
import { useMe } from '#web/session/useCan.ts'
import style from './shell.module.css'

/** The school's watermark: its own text, or user and time. Cannot be disabled by a user. */
export default function Mark({ text }: { text: string }) {
  const me = useMe()
  return (
    <div className={style.mark} aria-hidden="true">
      <Watermark content={text || [`${me.nickName} ${me.accountNo}`, schoolDate(Date.now())]} gap={[140, 120]} zIndex={80}>
        <div className={style.markSheet} />
      </Watermark>
    </div>
  )
}
