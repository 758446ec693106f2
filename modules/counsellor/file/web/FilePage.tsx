import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { counsellorFile, fileLines } from '../model/counsellor-file.ts'
import { LinesInput } from './LinesInput.tsx'

export const about: PageFile['about'] = () => ({
  use: t('谁是辅导员、什么时候起任职、专长是什么，履历、荣誉和研究。'),
  who: t('学工处建档，学院维护本院的；辅导员看自己的。'),
  first: t('先给每位在任辅导员建档，可以用表格导入；队伍统计按在任的档案计算。'),
})
/** 辅导员档案 */
export default function FilePage() {
  return (
    <EntityTable<typeof counsellorFile>
      of={counsellorFile}
      title={t('辅导员档案')}
      columns={[
        { key: 'staffNo', width: 120 },
        { key: 'teacherId', width: 110, align: 'left' },
        { key: 'college', width: 170, align: 'left' },
        { key: 'dutyKind', width: 100 },
        { key: 'onDutyFrom', width: 120 },
        { key: 'classCount', width: 80 },
        { key: 'studentCount', width: 90 },
        { key: 'title', width: 100 },
        { key: 'abilityLevel', width: 100 },
        { key: 'dutyPhone', width: 130 },
        ...(['onDutyTo', 'partyJoinedOn', 'degree', 'major', 'rank', 'strengths', 'emergencyContact'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['college', 'dutyKind', 'studentCount']}
      filters={['teacherId', 'dutyKind', 'abilityLevel', 'onDutyFrom']}
      form={{
        size: 720,
        layout: [
          { title: '任职', fields: ['teacherId', 'dutyKind', 'onDutyFrom', 'onDutyTo', 'dutyPhone', 'emergencyContact'] },
          { title: '个人情况', fields: ['degree', 'major', 'title', 'rank', 'abilityLevel', 'strengths', 'partyJoinedOn'] },
          {
            title: '履历和成果',
            fields: [
              { field: 'resume', render: props => <LinesInput fields={fileLines.resume} {...props} /> },
              { field: 'honours', render: props => <LinesInput fields={fileLines.honours} {...props} /> },
              { field: 'research', render: props => <LinesInput fields={fileLines.research} {...props} /> },
              { field: 'courses', render: props => <LinesInput fields={fileLines.courses} {...props} /> },
            ],
          },
        ],
      }}
      batchActions={rows => (
        <>
          <PrintButton of={counsellorFile} template="counsellorFile" label="辅导员档案表" ids={rows.map(r => r.id)} />
          <PrintButton of={counsellorFile} template="workLogBook" label="工作日志册" ids={rows.map(r => r.id)} />
        </>
      )}
    />
  )
}
