import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { conflictStates, OFFERED, presenceConflict, RESULTS, resolveConflict } from '../model/conflict.ts'
import { EvidenceButton } from './EvidenceButton.tsx'

const VIEWS = {
  open: { label: '待过问', where: { state: 'open' } },
  done: { label: '已处理', where: { state: 'resolved' } },
  auto: { label: '自行消除', where: { state: 'auto' } },
  all: { label: '全部' },
} as const
export const about: PageFile['about'] = () => ({
  use: t('记录互相矛盾的学生：请了假又刷卡、到期没回来、多日没有记录。'),
  who: t('辅导员过问自己班级的，学院和学工处看各自范围。'),
  first: t('点一下就处理：“登记返校”直接写进请假、外宿或外出，“开始寻找”记进值班记录。事实变了，矛盾自行消除。'),
})
/** 状态矛盾: what somebody has to ask about, settled by one tap. */
export default function ConflictPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof presenceConflict>
      of={presenceConflict}
      title={t('状态矛盾')}
      views={views}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'code', width: 200, align: 'left' },
        { key: 'at', width: 150 },
        { key: 'sourceKind', width: 100 },
        { key: 'classId', width: 170, align: 'left' },
        { key: 'state', width: 100 },
        { key: 'result', width: 110 },
        ...(['openedAt', 'note', 'byId', 'closedAt', 'departmentId'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['code', 'at', 'sourceKind']}
      filters={['code', 'state', 'result', 'classId', 'departmentId', 'openedAt']}
      rowActions={row => [
        ...(conflictStates.allows(row, 'resolve') && row.code
          ? OFFERED[row.code].map(result =>
              result === 'searching' ? (
                <FormButton key={result} of={resolveConflict} input={{ id: row.id, result }} layout={['note']}>
                  {t(RESULTS[result])}
                </FormButton>
              ) : (
                <ActionButton key={result} of={resolveConflict} input={{ id: row.id, result }} changes={['todo']}>
                  {t(RESULTS[result])}
                </ActionButton>
              ),
            )
          : []),
        ...(row.studentId ? [<EvidenceButton key="evidence" studentId={row.studentId} />] : []),
      ]}
    />
  )
}
