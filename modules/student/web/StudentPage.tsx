import { Button } from 'antd'
import { SquarePen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { provinceSelect } from '#modules/campus/model/canton-actions.ts'
import { collegeFilter, gradeFilter } from '#modules/campus/web/grades.ts'
import { lazily } from '#web/base/chunk.ts'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import type { ColumnSpec, Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { type FilterSpec, filteredField } from '#web/records/filters.ts'
import { listAt } from '#web/records/useEntityList.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { readQuery, useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { batchUpdate, enrol, keyFigures, preEnrol } from '../model/actions.ts'
import { isBeforeEnrolment } from '../model/status.ts'
import { student } from '../model/student.ts'
import { CardButton } from './CardButton.tsx'
import { Completeness } from './Completeness.tsx'
import { StudentViews } from './StudentViews.tsx'
import style from './student.module.css'
import { studentLayout } from './studentForm.tsx'
import { viewOf } from './views.ts'

const StudentPanel = lazily(() => import('./StudentPanel.tsx').then(m => ({ default: m.StudentPanel })))
const BatchPanel = lazily(() => import('./BatchPanel.tsx').then(m => ({ default: m.BatchPanel })))
const PreEnrolForm = lazily(() => import('./PreEnrolForm.tsx').then(m => ({ default: m.PreEnrolForm })))
type Row = Shown<typeof student>
type Opened = { what: 'batch' | 'preEnrol'; rows: readonly Row[]; done: () => void }

export const firstQueries: PageFile['firstQueries'] = params => [
  listAt(student, params, { where: viewOf(params.get('view')).where, filters: FILTERS.map(filteredField) }),
  readQuery(keyFigures, {}),
  readQuery(provinceSelect, {}),
]
/** Students in scope, by views and filters. */
export default function StudentPage() {
  const [params, , put] = useOwnParams()
  const [opened, setOpened] = useState<Opened>()
  const mayBatch = useCan(batchUpdate.permission)
  const mayAdd = useCan(preEnrol.permission)
  const view = viewOf(params.get('view'))
  const show = (id: string | undefined) => put({ student: id })
  const openId = params.get('student')
  return (
    <>
      <EntityTable
        of={student}
        title={t('学生信息')}
        views={<StudentViews />}
        where={view.where}
        toolbar={view.key === 'waiting' && mayAdd ? <Button onClick={() => setOpened({ what: 'preEnrol', rows: [], done: () => {} })}>{t('登记待报到学生')}</Button> : null}
        columns={columns(show)}
        facts={['classId', 'phone', 'fdyName']}
        filters={useFilters()}
        form={{ layout: studentLayout(), size: 720 }}
        onOpen={row => show(row.id)}
        rowActions={row => [
          { label: t('查看'), onClick: () => show(row.id) },
          isBeforeEnrolment(String(row.status)) ? (
            <ActionButton key="enrol" of={enrol} input={{ ids: [row.id] }} confirm={t('{{name}}从入学日期起成为在读学生', { name: row.name })} />
          ) : null,
        ]}
        batchActions={(rows, clear) => (
          <>
            {mayBatch ? (
              <PlacedButton icon={<SquarePen size={15} />} onClick={() => setOpened({ what: 'batch', rows, done: clear })}>
                {t('批量修改')}
              </PlacedButton>
            ) : null}
            <CardButton ids={rows.map(r => r.id)} />
            {rows.some(r => isBeforeEnrolment(String(r.status))) ? (
              <ActionButton of={enrol} input={{ ids: rows.map(r => r.id) }} confirm={t('所选 {{n}} 人从各自的入学日期起成为在读学生', { n: rows.length })} onDone={clear} />
            ) : null}
          </>
        )}
        phoneCard={row => <PhoneCard row={row} onOpen={() => show(row.id)} />}
      />
      <Suspense>
        {openId ? <StudentPanel key={openId} id={openId} onClose={() => show(undefined)} /> : null}
        {opened?.what === 'batch' ? <BatchPanel rows={opened.rows} onClose={() => setOpened(undefined)} onDone={opened.done} /> : null}
        {opened?.what === 'preEnrol' ? <PreEnrolForm onClose={() => setOpened(undefined)} /> : null}
      </Suspense>
    </>
  )
}
const FILTERS: ReadonlyArray<string | FilterSpec> = [
  gradeFilter,
  collegeFilter,
  { field: 'majorId', where: f => ({ departmentId: f.departmentId }) },
  { field: 'classId', where: f => ({ majorId: f.majorId, departmentId: f.departmentId, grade: f.grade }) },
  'status',
  'campusId',
  'level',
  'genderCode',
  'ethnicityCode',
  'politicalCode',
  'sourceProvince',
  'category',
  'enrolMode',
  'completeness',
  'birthDate',
  'enrolDate',
]
function useFilters() {
  const provinces = useRead(provinceSelect, {}).data ?? []
  return FILTERS.map(one => (one === 'sourceProvince' ? { field: one, options: provinces.map(p => ({ value: p.code, label: p.name })) } : one))
}

const columns = (open: (id: string) => void): Array<ColumnSpec<Row>> => [
  { key: 'studentNo', title: '学生', width: 200, align: 'left', render: row => <Who row={row} onOpen={() => open(row.id)} /> },
  { key: 'genderCode' },
  { key: 'majorId' },
  { key: 'classId' },
  { key: 'fdyName', width: 110 },
  { key: 'status' },
  { key: 'completeness', width: 140, render: row => <Completeness value={row.completeness} /> },
  { key: 'phone' },
  ...(
    [
      'grade',
      'departmentId',
      'campusId',
      'bzrName',
      'level',
      'ethnicityCode',
      'politicalCode',
      'sourceCantonName',
      'idNo',
      'birthDate',
      'ksh',
      'enrolDate',
      'expectedGraduation',
      'statusUntil',
      'email',
      'homeAddress',
    ] as const
  ).map(key => ({ key, hidden: true })),
]
const Who = ({ row, onOpen }: { row: Row; onOpen: () => void }) => (
  <button type="button" className={style.who} onClick={onOpen}>
    <Avatar name={row.name} size={32} />
    <span>
      <b>{row.name}</b>
      <small>{row.studentNo ?? '—'}</small>
    </span>
  </button>
)
const PhoneCard = ({ row, onOpen }: { row: Row; onOpen: () => void }) => (
  <Stack gap={2}>
    <Who row={row} onOpen={onOpen} />
    <span className="ql-quiet">{[row.className, row.fdyName].filter(Boolean).join(' · ')}</span>
    <Completeness value={row.completeness} />
  </Stack>
)
