import { Phone } from 'lucide-react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { myClass } from '../model/organisation-actions.ts'
import { CLASS_ROLES } from '../model/people.ts'
import style from './campus.module.css'

/** The student's own class: contacts, monitor, names of classmates. */
export default function MyClassPage() {
  const read = useRead(myClass, {})
  const { data } = read
  if (data === undefined) return <Loading of={read} lines={8} />
  if (!data) return <Empty title={t('还没有分班，分班后这里会显示班级和老师')} />
  return (
    <Page title={data.name} width="form">
      <p className="ql-quiet">{[data.departmentName, data.majorName, data.campusName].filter(Boolean).join(' · ')}</p>
      {data.staff.map(who => (
        <StaffCard key={who.teacherId + who.role} {...who} />
      ))}
      {data.staff.length ? null : <p className="ql-quiet">{t('班级暂时没有辅导员，有事请找学院')}</p>}
      <Sheet title={t('同学 {{n}} 人', { n: data.classmates.length })}>
        {data.monitorName ? <p>{t('班长 {{name}}', { name: data.monitorName })}</p> : null}
        <ul className={style.names}>
          {data.classmates.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: namesakes exist, and the order is the server's
            <li key={at}>{name}</li>
          ))}
        </ul>
      </Sheet>
    </Page>
  )
}
function StaffCard({ name, role, phone, office }: { name: string; role: string; phone: string | null; office: string | null }) {
  return (
    <Sheet className={style.card}>
      <Avatar name={name} size={48} />
      <div>
        <b>{name}</b>
        <small>{[t(CLASS_ROLES[role as keyof typeof CLASS_ROLES]), office].filter(Boolean).join(' · ')}</small>
      </div>
      {phone ? (
        <a href={`tel:${phone}`} className={style.call} aria-label={t('打电话给{{name}} {{phone}}', { name, phone })}>
          <Phone size={20} />
          <span>{phone}</span>
        </a>
      ) : null}
    </Sheet>
  )
}
