import { Button, InputNumber } from 'antd'
import { Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row } from '#web/layout/Layout.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { ImportDialog } from '#web/records/lazy-dialogs.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useSession } from '#web/session/useCan.ts'
import { admittedStudent } from '../model/admitted-student.ts'

const VIEWS = {
  all: { label: '全部' },
  waiting: { label: '待确认', where: { state: 'imported' } },
  coming: { label: '已确认来校', where: { state: 'intended' } },
  declined: { label: '放弃', where: { state: 'declined' } },
  arrived: { label: '已报到', where: { state: 'arrived' } },
  enrolled: { label: '已入学', where: { state: 'enrolled' } },
} as const

/** 录取与入学 → 录取名单: who is admitted, by import of the province's file or by hand. */
export default function RollPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof admittedStudent>
      of={admittedStudent}
      title={t('录取名单')}
      views={views}
      verbs={['add', 'update', 'export']}
      toolbar={<ImportRoll />}
      columns={[
        { key: 'year', width: 80 },
        { key: 'ksh', width: 150 },
        { key: 'name', width: 110, align: 'left' },
        { key: 'genderCode', width: 70 },
        { key: 'gradeMajorId', width: 200, align: 'left' },
        { key: 'sourceCantonName', title: t('生源地'), width: 180, align: 'left' },
        { key: 'totalScore', width: 90 },
        { key: 'phone', width: 130 },
        { key: 'state', width: 120 },
        { key: 'answeredAt', width: 150 },
        { key: 'arrivedAt', width: 150 },
        ...(['departmentId', 'category', 'batch', 'planNature', 'schoolBefore', 'level', 'source', 'lateUntil', 'declineReason', 'enrolledOn', 'reviewNote'] as const).map(key => ({
          key,
          hidden: true,
        })),
      ]}
      facts={['gradeMajorId', 'ksh', 'phone']}
      filters={['year', 'departmentId', 'gradeMajorId', 'state', 'category', 'batch', 'answeredAt', 'arrivedAt']}
      form={{
        layout: [
          { title: '录取', fields: ['year', 'ksh', 'gradeMajorId', 'category', 'batch', 'planNature', 'totalScore', 'subjectScores'] },
          { title: '本人', fields: ['name', 'genderCode', 'idType', 'idNo', 'birthDate', 'ethnicityCode', 'politicalCode', 'sourceCanton', 'schoolBefore'] },
          { title: '联系', fields: ['phone', 'guardianPhone', 'recipient', 'address'] },
        ],
      }}
    />
  )
}
/** The file of a province is read by its map; without one it is our own template. */
function ImportRoll() {
  const { can } = useSession()
  const [isOpen, setOpen] = useState(false)
  const [map, setMap] = useState<string | null>(null)
  const [year, setYear] = useState(new Date().getFullYear())
  if (!can('admission:admittedStudent:import')) return null
  const ask = (
    <Row gap={2}>
      <RefSelect to="rollMap" aria-label={t('名单对照')} placeholder={t('省招办文件请选对照')} value={map} onChange={setMap} />
      <InputNumber aria-label={t('年份')} min={2000} max={2100} value={year} onChange={next => setYear(next ?? year)} />
    </Row>
  )
  return (
    <>
      <Button icon={<Upload size={15} />} onClick={() => setOpen(true)}>
        {t('导入录取名单')}
      </Button>
      {isOpen ? (
        <Suspense>
          <ImportDialog
            of={admittedStudent}
            foreign={{ types: map ? ['xlsx', 'dbf'] : ['xlsx'], fields: map ? { map, year: String(year) } : {}, ask }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
