import { Link } from 'react-router'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { useMe } from '#web/session/useCan.ts'
import { profileBrief } from '../../model/profile.ts'
import { Places } from '../profile/Places.tsx'
import style from '../profile/profile.module.css'
import { Compared } from '../profile/Sections.tsx'

/** 学生概况: what is known of a student, in short, beside something to decide about them. Students do not read it of themselves. */
export function StudentBrief({ id }: { id: string }) {
  const isMe = useMe().detail.studentId === id
  return isMe ? null : <Brief id={id} />
}
function Brief({ id }: { id: string }) {
  const { data } = useRead(profileBrief, { id })
  const hints = (data?.notable ?? []).flatMap(n => (n && !n.settled ? [n] : []))
  const numbers = (data?.numbers ?? []).flatMap(n => (n?.value ? [n] : []))
  if (!data) return null
  return (
    <Sheet title={t('学生概况')}>
      <div className={style.brief}>
        <ul className={style.hints}>
          {hints.map(n => (
            <li key={n.hint}>{n.link ? <Link to={n.link}>{n.title}</Link> : n.title}</li>
          ))}
          {hints.length ? null : <li data-good="">{t('没有需要关注的')}</li>}
        </ul>
        <Places of={data} />
        <dl className={style.lines}>
          {numbers.map(n => (
            <Compared key={n.label} label={n.label} value={n.value} unit={n.unit ?? null} average={n.average ?? null} />
          ))}
        </dl>
        <Link to={`/student/profile?id=${id}`}>{t('学生一张表')}</Link>
      </div>
    </Sheet>
  )
}
