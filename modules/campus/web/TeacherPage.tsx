import type { LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { teacher } from '../model/people.ts'

const LAYOUT: LayoutOf<typeof teacher> = [
  { fields: ['staffNo', 'name', 'idType', 'idNo', 'genderCode', 'birthDate', 'ethnicityCode', 'politicalCode'] },
  { title: '任职', fields: ['departmentId', 'campusId', 'staffCategory', 'title', 'duty', 'hireDate', 'status'] },
  { title: '联系', fields: ['phone', 'email', 'officeVenueId', 'photoId'] },
]
const TONES = { active: 'done', onLeave: 'attention', retired: 'over', left: 'over' } as const
const SECTIONS = [
  { title: '任职', fields: ['staffNo', 'departmentId', 'campusId', 'staffCategory', 'title', 'duty', 'hireDate', 'status', 'classCount', 'studentCount'] },
  { title: '联系', fields: ['phone', 'email', 'officeVenueId'] },
  { title: '身份', fields: ['genderCode', 'idType', 'idNo', 'birthDate', 'ethnicityCode', 'politicalCode', 'photoId'] },
]

export default function TeacherPage() {
  return (
    <EntityTable
      of={teacher}
      columns={[
        'name',
        'staffNo',
        'genderCode',
        'departmentId',
        'staffCategory',
        { key: 'title', hidden: true },
        { key: 'duty', hidden: true },
        'phone',
        { key: 'studentCount', title: '带班/带生', width: 130, render: row => <Load {...row} /> },
        { key: 'status', tones: TONES },
      ]}
      filters={['departmentId', 'staffCategory', 'title', 'campusId', 'status']}
      form={{ layout: LAYOUT, size: 720 }}
      detail={{ sections: SECTIONS }}
    />
  )
}
/** 4 班 / 212 人, with the excess over the ratio highlighted (BR6). */
function Load({ classCount, studentCount, overRatio }: { classCount: number | null; studentCount: number | null; overRatio: number | null }) {
  if (!classCount) return <>—</>
  return (
    <span>
      {studentCount ? t('{{classes}} 班 / {{students}} 人', { classes: classCount, students: studentCount }) : t('{{n}} 班', { n: classCount })}
      {overRatio ? <small style={{ display: 'block', color: 'var(--ql-ochre-text)' }}>{t('超 {{n}} 人', { n: overRatio })}</small> : null}
    </span>
  )
}
