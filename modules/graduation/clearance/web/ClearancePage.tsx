import { Check } from 'lucide-react'
import { RankBars } from '#web/charts/RankBars.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { clearanceProgress, graduationClearance, reopenClearance, tickClearance, waiveClearance } from '../model/clearance.ts'

const VIEWS = {
  open: { label: '未办', where: { state: 'open' } },
  required: { label: '必须完成', where: { state: 'open', required: true } },
  early: { label: '提前离校', where: { 'batchId.isNull': true } },
  all: { label: '全部' },
} as const
const CHANGES = ['graduationClearance', 'graduationMark']

/** 毕业管理 → 离校手续: what leavers have yet to settle. */
export default function ClearancePage() {
  return (
    <EntityTable<typeof graduationClearance>
      of={graduationClearance}
      title={t('离校手续')}
      views={useView(VIEWS)}
      lead={<Progress />}
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', title: t('学生'), width: 120, align: 'left' },
        { key: 'itemId', width: 160, align: 'left' },
        { key: 'required', width: 100 },
        { key: 'state', width: 100 },
        { key: 'doneAt', width: 160 },
        { key: 'byId', width: 110 },
        { key: 'batchId', width: 180 },
        { key: 'reason', width: 180, align: 'left' },
      ]}
      facts={['itemId', 'state']}
      filters={['studentId', 'itemId', 'batchId', 'state', 'doneAt']}
      batchActions={rows => {
        const ids = rows.map(r => r.id)
        return (
          <Row gap={2}>
            <ActionButton
              of={tickClearance}
              input={{ ids }}
              changes={CHANGES}
              icon={<Check size={15} />}
              confirm={t('办结选中的 {{n}} 项。', { n: ids.length })}
              done={t('已办结')}
            />
            <FormButton of={waiveClearance} input={{ ids }} changes={CHANGES} note={t('{{n}} 项', { n: ids.length })} done={t('已免办')} />
            <ActionButton of={reopenClearance} input={{ ids }} changes={CHANGES} confirm={t('撤销后要重新办理。')} done={t('已撤销')} />
          </Row>
        )
      }}
    />
  )
}
function Progress() {
  const { data } = useRead(clearanceProgress, {})
  if (!data?.students) return null
  return (
    <Sheet title={t('{{n}} 人离校，{{finished}} 人全部办完', { n: data.students, finished: data.finished })}>
      <RankBars label={t('未办人数')} bars={data.items.flatMap(i => (i ? [{ key: i.name, label: i.name, value: i.open }] : []))} />
    </Sheet>
  )
}
