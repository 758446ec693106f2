import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { titleTab } from '#web/pages/tabs.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { allows } from '#web/records/abilities.ts'
import { EntityForm } from '#web/records/lazy-dialogs.ts'
import { RecordDetail, useRecord } from '#web/records/RecordDetail.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { profileBrief } from '../model/profile.ts'
import { student } from '../model/student.ts'
import { CallStudent } from './CallStudent.tsx'
import { CardButton } from './CardButton.tsx'
import { Events } from './profile/Events.tsx'
import { FollowUp } from './profile/FollowUp.tsx'
import { Places } from './profile/Places.tsx'
import style from './profile/profile.module.css'
import { Sections, shownSections } from './profile/Sections.tsx'
import { useProfile } from './profile/useProfile.ts'
import { Worth } from './profile/Worth.tsx'
import { More, SECTIONS, WhoCard } from './StudentPanel.tsx'
import { studentLayout } from './studentForm.tsx'

/** Anchors of the record, which everybody sees. */
const ANCHORS = [...SECTIONS.flatMap(s => s.title ?? []), '学籍经历', '变更记录']

/** 学生一张表: the student profile within the reader's permissions. */
export default function ProfilePage() {
  const [params] = useOwnParams()
  const id = params.get('id')
  if (id) return <Whole key={id} id={id} />
  return (
    <Page title={t('学生一张表')}>
      <Empty title={t('没有选择学生')} />
    </Page>
  )
}
function Whole({ id }: { id: string }) {
  const read = useRecord(student, id)
  const { data: row } = read
  const profile = useProfile(id)
  const { data: brief } = useRead(profileBrief, { id })
  const [isChanging, setChanging] = useState(false)
  const mayUpdate = useCan('student:student:update')
  const box = useRef<HTMLDivElement>(null)
  const name = row?.name
  useEffect(() => {
    if (name) titleTab('/student/profile', t('{{name}} 一张表', { name }))
  }, [name])
  if (!row) return <Loading of={read} lines={12} />
  const show = (title: string): void => [...(box.current?.querySelectorAll('h3') ?? [])].find(h => h.textContent === title)?.scrollIntoView({ block: 'start' })
  return (
    <div className={style.page}>
      <div>
        <Sheet className={style.who}>
          <WhoCard row={row} as="h1">
            <Places of={brief} />
          </WhoCard>
          <span className="ql-acts">
            <CallStudent id={id} phone={row.phone} type="default" size="middle" />
            <FollowUp id={id} />
            <CardButton ids={[id]} />
            <PrintButton of={student} template="studentProfile" label="一张表" ids={[id]} icon={<Printer size={15} />} />
            {mayUpdate && allows(row, 'update') ? <Button onClick={() => setChanging(true)}>{t('修改')}</Button> : null}
          </span>
        </Sheet>
        <Worth of={brief} id={id} />
        <Sheet as="div" isBare className={style.body}>
          <nav aria-label={t('学生一张表')}>
            {[...shownSections(profile).map(s => s.label), ...ANCHORS.map(title => t(title))].map(title => (
              <button key={title} type="button" onClick={() => show(title)}>
                {title}
              </button>
            ))}
          </nav>
          <div ref={box}>
            <Sections of={profile} id={id} />
            <RecordDetail of={student} id={id} sections={SECTIONS} extra={found => <More row={found} />} />
          </div>
        </Sheet>
      </div>
      <Events of={profile} />
      <Suspense>{isChanging ? <EntityForm of={student} id={id} layout={studentLayout()} size={720} onClose={() => setChanging(false)} /> : null}</Suspense>
    </div>
  )
}
