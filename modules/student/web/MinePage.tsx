import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import { useRecord } from '#web/records/RecordDetail.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { useCan } from '#web/session/useCan.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { myFields, updateMine } from '../model/actions.ts'
import { isEnded, type StudentStatus, studentStates } from '../model/status.ts'
import { student } from '../model/student.ts'
import { Missing } from './mine/Missing.tsx'
import style from './mine/mine.module.css'
import { LockedSection, OwnSection } from './public/OwnSections.tsx'
import type { Mine, OwnRules } from './public/own-record.ts'
import { Relatives } from './Relatives.tsx'
import { Timeline } from './Timeline.tsx'

/** The student's own record: missing fields, editable fields, then the rest. */
export default function MinePage() {
  return (
    <StudentsOnly title={t('我的档案')} otherwise={t('当前账号不是学生，没有自己的档案')}>
      {studentId => <Record id={studentId} />}
    </StudentsOnly>
  )
}
function Record({ id }: { id: string }) {
  const read = useRecord(student, id)
  const may = useCan(updateMine.permission)
  const fields = useRead(myFields, {}, { enabled: may })
  const { data: row } = read
  if (!row) return <Loading of={read} lines={12} />
  if (may && !fields.data) return <Loading of={fields} lines={12} />
  const rules: OwnRules = new Map((fields.data ?? []).flatMap(f => (f ? [[f.field, f]] : [])))
  const ended = isEnded(String(row.status))
  const mayChange = may && !ended
  const open = mayChange ? { rules } : {}
  return (
    <div className={style.mine}>
      <Who row={row} />
      {ended ? <p className={style.ended}>{t('学籍已结束，内容不能再改，如需更正请联系学院。')}</p> : null}
      <div className={style.column}>
        {ended ? null : <Missing row={row} rules={rules} isOpen={mayChange} />}
        <OwnSection row={row} title={t('联系方式')} names={['phone', 'email']} rules={rules} mayChange={mayChange} />
        <OwnSection row={row} title={t('紧急联系人')} names={['emergencyName', 'emergencyPhone']} rules={rules} mayChange={mayChange} />
        <OwnSection row={row} title={t('家庭住址与户口')} names={['homeCanton', 'homeAddress', 'postcode', 'hukouAddress', 'hukouMoved']} rules={rules} mayChange={mayChange} />
        <Sheet as="div" className={style.sheet}>
          <Relatives studentId={id} />
        </Sheet>
      </div>
      <div className={style.column}>
        <LockedSection row={row} title={t('学籍')} names={row.statusUntil ? [...RECORD, 'statusUntil'] : RECORD} {...open} />
        <LockedSection row={row} title={t('身份')} names={IDENTITY} {...open} />
        <Sheet title={t('学籍经历')} className={style.sheet}>
          <Timeline id={id} />
        </Sheet>
      </div>
    </div>
  )
}
const RECORD = [
  'studentNo',
  'grade',
  'departmentId',
  'majorId',
  'classId',
  'campusId',
  'level',
  'duration',
  'studyForm',
  'category',
  'enrolMode',
  'enrolDate',
  'expectedGraduation',
  'ksh',
]
const IDENTITY = ['genderCode', 'birthDate', 'idType', 'idNo', 'ethnicityCode', 'politicalCode', 'nationalityCode', 'formerName', 'nativeCanton', 'sourceCanton']

function Who({ row }: { row: Mine }) {
  const status = row.status as StudentStatus
  return (
    <Sheet label={t('我的档案')} className={style.who}>
      <Avatar name={row.name} size={56} />
      <div>
        <PageTitle>
          {row.name}
          <StateTag of={studentStates} state={status} />
        </PageTitle>
        <p>
          <span>{row.studentNo}</span>
          <span>{row.className}</span>
        </p>
        <p>
          <span>{row.departmentName}</span>
          {row.fdyName ? <span>{t('辅导员 {{name}}', { name: row.fdyName })}</span> : null}
          {row.bzrName ? <span>{t('班主任 {{name}}', { name: row.bzrName })}</span> : null}
        </p>
      </div>
    </Sheet>
  )
}
