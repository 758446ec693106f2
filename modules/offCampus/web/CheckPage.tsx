import { CheckCheck } from 'lucide-react'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { solveCheck } from '../model/actions.ts'
import { offCampusCheck } from '../model/off-campus-check.ts'

const VIEWS = {
  open: { label: '隐患未整改', where: { 'rectifyBy.isNull': false, 'solvedAt.isNull': true }, sort: ['rectifyBy'] },
  missed: { label: '没有联系上', where: { reached: false }, sort: ['-at'] },
  all: { label: '全部', sort: ['-at'] },
} as const
/** 校外住宿 → 走访检查 */
export default function CheckPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof offCampusCheck>
      of={offCampusCheck}
      title={t('走访检查')}
      views={views}
      columns={[
        { key: 'studentNo', width: 150 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'at', width: 150 },
        { key: 'way', width: 90 },
        { key: 'reached', width: 100 },
        { key: 'findings', width: 180, align: 'left' },
        { key: 'rectifyBy', width: 150 },
        { key: 'solvedAt', width: 150 },
        { key: 'byId', width: 110 },
        ...(['result', 'photos', 'stayId'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['way', 'findings', 'rectifyBy']}
      filters={['studentId', 'way', 'reached', 'at', 'rectifyBy']}
      form={{ layout: ['stayId', 'at', 'way', 'reached', 'findings', 'rectifyBy', 'photos', 'result'] }}
      rowActions={row =>
        row.rectifyBy && !row.solvedAt ? (
          <ActionButton key="solve" of={solveCheck} input={{ id: row.id }} icon={<CheckCheck size={15} />} confirm={t('确认隐患已经整改。')} done={t('已登记')} />
        ) : null
      }
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('对在外住宿学生的走访、视频和电话检查，发现的隐患和整改。'),
  who: t('辅导员登记，学院和学工处查看；每学期至少一次。'),
  first: t('走访后点“新增”；有隐患的写整改期限，逾期没有整改的会提醒辅导员。'),
})
