import { type ReactNode, useState } from 'react'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { generateNumbers } from '../model/actions.ts'
import { givenNumber } from '../model/given-number.ts'
import { numberRule } from '../model/number-rule.ts'
import { numberRun } from '../model/number-run.ts'
import { USUAL_SEGMENTS } from '../model/segments.ts'
import { PreviewPanel } from './PreviewPanel.tsx'
import { Example, SegmentsInput } from './SegmentsInput.tsx'

export const about: PageFile['about'] = () => ({
  use: t('按规则给还没有学号的学生编学号：一次编完，或者一个也不编；编过的号永远不再给别人，后来的学生接着往下编。'),
  who: t('学工处和招生办。'),
  first: t('先分好班，再建一条规则、看预览里的前 20 个，没有重号、位数够用再生成；学生的账号随学号建立。'),
})
const VIEWS = { rules: '规则', runs: '编号记录', numbers: '已编学号' } as const
/** 分班与学号 → 学号: the rules with a live example, the runs, the numbers. */
export default function NumberPage() {
  const views = useView(VIEWS)
  const shown = <ViewSwitch of={views} />
  if (views.view === 'runs')
    return (
      <EntityTable<typeof numberRun>
        of={numberRun}
        title={t('学号')}
        views={shown}
        columns={[
          { key: 'createdAt', title: t('时间'), width: 160, align: 'left' },
          { key: 'ruleId', width: 220 },
          { key: 'count', width: 90 },
          { key: 'firstNo', width: 150 },
          { key: 'lastNo', width: 150 },
          { key: 'byId', width: 110 },
        ]}
        facts={['count', 'firstNo', 'lastNo']}
        filters={['ruleId', 'createdAt']}
      />
    )
  if (views.view === 'numbers')
    return (
      <EntityTable<typeof givenNumber>
        of={givenNumber}
        title={t('学号')}
        views={shown}
        columns={[
          { key: 'studentNo', width: 150, align: 'left' },
          { key: 'studentId', title: t('学生'), width: 130 },
          { key: 'seq', width: 90 },
          { key: 'createdAt', title: t('时间'), width: 160 },
          { key: 'runId', width: 150, hidden: true },
        ]}
        facts={['studentId', 'createdAt']}
        filters={['studentId', 'runId']}
      />
    )
  return <Rules views={shown} />
}
function Rules({ views }: { views: ReactNode }) {
  const [previewed, setPreviewed] = useState<{ id: string; name: string }>()
  const mayGenerate = useCan(generateNumbers.permission)
  return (
    <>
      <EntityTable<typeof numberRule>
        of={numberRule}
        title={t('学号')}
        views={views}
        columns={[
          { key: 'name', width: 220, align: 'left' },
          { key: 'grade', width: 90 },
          { key: 'segments', width: 260, render: row => <Example of={row.segments} grade={row.grade} /> },
          { key: 'seqScope', width: 120 },
          { key: 'order', width: 200 },
          { key: 'isEnabled', width: 90 },
        ]}
        facts={['grade', 'seqScope']}
        filters={['grade', 'isEnabled']}
        form={{
          size: 720,
          layout: [
            { fields: ['name', 'grade', 'levels', 'departmentIds'] },
            { title: '学号的组成', fields: [{ field: 'segments', render: props => <SegmentsInput {...props} /> }, 'seqScope', 'order', 'isEnabled'] },
          ],
          initial: { segments: USUAL_SEGMENTS, seqScope: 'class', order: ['class', 'pinyin'], isEnabled: true },
        }}
        rowActions={row => [mayGenerate ? { label: t('预览'), onClick: () => setPreviewed(row) } : null]}
      />
      {previewed ? <PreviewPanel rule={previewed} onClose={() => setPreviewed(undefined)} /> : null}
    </>
  )
}
