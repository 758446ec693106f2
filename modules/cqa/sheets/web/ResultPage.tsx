import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { calculateSheets, correctScore, excludeStudent, explainSheet, includeStudent } from '../model/actions.ts'
import { cqaSheet, dimensionsText, rankText, scoreText } from '../model/sheet.ts'
import { SheetView } from './public/SheetView.tsx'

type Sheet = Shown<typeof cqaSheet>
/** 综合测评 → 测评结果: totals, dimensions and ranks, each explained to the point. */
export default function ResultPage() {
  const [opened, setOpened] = useState<Sheet>()
  return (
    <>
      <EntityTable<typeof cqaSheet>
        of={cqaSheet}
        title={t('测评结果')}
        columns={[
          { key: 'studentId', width: 100, align: 'left' },
          { key: 'studentNo', width: 120 },
          { key: 'classId', width: 140, align: 'left' },
          { key: 'state', width: 110 },
          { key: 'total', width: 90, render: row => scoreText(row.total) },
          { key: 'dimensions', width: 240, align: 'left', render: row => dimensionsText(row.dimensions) },
          { key: 'classRank', width: 90, render: row => rankText(row.classRank, row.classSize) },
          { key: 'majorRank', width: 110, render: row => rankText(row.majorRank, row.majorSize) },
          { key: 'collegeRank', width: 110, hidden: true, render: row => rankText(row.collegeRank, row.collegeSize) },
          { key: 'schoolRank', width: 110, hidden: true, render: row => rankText(row.schoolRank, row.schoolSize) },
          { key: 'rankShare', width: 100, render: row => (row.rankShare === null ? '—' : `${row.rankShare}%`) },
          { key: 'pendingReason', width: 160, align: 'left' },
          { key: 'schemeId', width: 180, align: 'left', hidden: true },
          { key: 'excludedReason', hidden: true },
          { key: 'isSelfMissed', hidden: true },
          { key: 'resultNo', hidden: true },
        ]}
        filters={['schemeId', 'departmentId', 'majorId', 'classId', 'grade', 'state', 'rankShare', 'total']}
        facts={['total', 'classRank', 'majorRank']}
        onOpen={setOpened}
        toolbar={
          <FormButton
            of={calculateSheets}
            changes={['cqaSheet']}
            note={t('按现在的佐证、成绩和评分重新计算得分和名次。不选班级时在后台算整个方案。')}
            done={t('已计算或已排入后台')}
          >
            {t('计算')}
          </FormButton>
        }
        batchActions={rows => <PrintButton of={cqaSheet} template="cqaForm" label={t('测评表')} ids={rows.map(r => r.id)} />}
        rowActions={row => [
          { of: explainSheet, label: t('得分说明'), onClick: () => setOpened(row) },
          <FormButton key="out" of={excludeStudent} input={{ id: row.id }} changes={['cqaSheet']} />,
          <ActionButton key="in" of={includeStudent} input={{ id: row.id }} changes={['cqaSheet']} />,
          <FormButton key="score" of={correctScore} input={{ id: row.id }} changes={['cqaSheet']} note={t('公示以后改的分，到“公示和更正”核对差异、批准了才改变结果。')} />,
        ]}
      />
      {opened ? <Explained id={opened.id} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}
function Explained({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(explainSheet, { id })
  return (
    <Panel open size={720} title={read.data ? t('{{name}}的测评', { name: read.data.name }) : t('得分说明')} onClose={onClose}>
      <Loaded of={read}>{data => <SheetView of={data} />}</Loaded>
    </Panel>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('查看每个学生的总分、各维度得分和名次，点开看每一分怎样得来。'),
  who: t('学工处、学院、辅导员和班主任看各自范围内的学生。'),
  first: t('先按方案和班级筛选，再点学生看得分说明。'),
})
