import { Button } from 'antd'
import { PanelsTopLeft } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { Panel } from '#web/feedback/Panel.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { PrintIssues } from '#web/print/PrintIssues.tsx'
import { allows } from '#web/records/abilities.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityForm } from '#web/records/lazy-dialogs.ts'
import { type DetailSection, RecordDetail, useRecord } from '#web/records/RecordDetail.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { profileBrief } from '../model/profile.ts'
import { isBeforeEnrolment, type StudentStatus, studentStates } from '../model/status.ts'
import { student } from '../model/student.ts'
import { CardButton } from './CardButton.tsx'
import { Completeness } from './Completeness.tsx'
import { Places } from './profile/Places.tsx'
import { Worth } from './profile/Worth.tsx'
import { Relatives } from './Relatives.tsx'
import style from './student.module.css'
import { studentLayout } from './studentForm.tsx'
import { Timeline } from './Timeline.tsx'

type Row = Shown<typeof student>
/** Where the module of information changes corrects what is locked, with a reason and a proof. */
const CORRECT = '/standing/information'

export const SECTIONS: ReadonlyArray<DetailSection<Row>> = [
  {
    title: '学籍',
    fields: [
      'studentNo',
      'grade',
      'studyYear',
      'departmentId',
      'majorId',
      'classId',
      'campusId',
      'fdyName',
      'bzrName',
      'dormFullName',
      'level',
      'duration',
      'studyForm',
      'category',
      'enrolMode',
      'enrolDate',
      'expectedGraduation',
      'statusUntil',
      'ksh',
    ],
  },
  {
    title: '身份',
    fields: ['genderCode', 'birthDate', 'idType', 'idNo', 'ethnicityCode', 'politicalCode', 'nationalityCode', 'formerName', 'nativeCantonName', 'sourceCantonName', 'healthCode'],
  },
  {
    title: '联系方式',
    fields: ['phone', 'email', 'homeCantonName', 'homeAddress', 'postcode', 'hukouAddress', 'hukouMoved', 'emergencyName', 'emergencyPhone', 'infoConfirmedAt'],
  },
]
/** Detail panel: identity, record, relatives, timeline, history. */
export function StudentPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [isChanging, setChanging] = useState(false)
  const mayUpdate = useCan('student:student:update')
  const mayCorrect = useCan('standing:infoChange:applyFor')
  const { data: row } = useRecord(student, id)
  const { data: brief } = useRead(profileBrief, { id })
  return (
    <Panel
      open={isOpen}
      size={720}
      title={row?.name ?? t('学生')}
      onClose={() => setOpen(false)}
      afterClose={onClose}
      extra={
        <span className="ql-acts">
          <Link to={`/student/profile?id=${id}`}>
            <Button icon={<PanelsTopLeft size={15} />}>{t('学生一张表')}</Button>
          </Link>
          <CardButton ids={[id]} />
          {row && mayCorrect && !isBeforeEnrolment(String(row.status)) ? (
            <Link to={`${CORRECT}?studentId=${id}`}>
              <Button>{t('更正身份信息')}</Button>
            </Link>
          ) : null}
          {mayUpdate && allows(row, 'update') ? <Button onClick={() => setChanging(true)}>{t('修改')}</Button> : null}
        </span>
      }
    >
      <RecordDetail
        of={student}
        id={id}
        sections={[
          {
            render: found => (
              <WhoCard row={found}>
                <Places of={brief} />
              </WhoCard>
            ),
          },
          { render: () => <Worth of={brief} id={id} /> },
          ...SECTIONS,
        ]}
        extra={found => <More row={found} />}
      />
      <Suspense>{isChanging ? <EntityForm of={student} id={id} layout={studentLayout()} size={720} onClose={() => setChanging(false)} /> : null}</Suspense>
    </Panel>
  )
}
export function WhoCard({ row, as: Name = 'h2', children }: { row: Row; as?: 'h1' | 'h2'; children?: ReactNode }) {
  const status = row.status as StudentStatus
  return (
    <div className={style.whocard}>
      <Avatar name={row.name} size={64} />
      <div>
        <Name>
          {row.name}
          <StateTag of={studentStates} state={status} />
        </Name>
        <p>{[row.studentNo, row.departmentName, row.majorName, row.className].filter(Boolean).join('　')}</p>
        {row.fdyName || row.bzrName ? (
          <p>
            {row.fdyName ? t('辅导员 {{name}}', { name: row.fdyName }) : null} {row.bzrName ? t('班主任 {{name}}', { name: row.bzrName }) : null}
          </p>
        ) : null}
        {children}
        {typeof row.completeness === 'number' && row.completeness < 100 ? <Completeness value={row.completeness} /> : null}
      </div>
    </div>
  )
}
export function More({ row }: { row: Row }) {
  const mayIssue = useCan('sheet:print:issue')
  return (
    <>
      <Relatives studentId={row.id} />
      <section>
        <h3>{t('学籍经历')}</h3>
        <Timeline id={row.id} />
      </section>
      {mayIssue ? (
        <section>
          <h3>{t('打印记录')}</h3>
          <PrintIssues of={student} id={row.id} />
        </section>
      ) : null}
    </>
  )
}
