import { useState } from 'react'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { TaskBoard } from '#modules/workflow/tasks/web/public/TaskBoard.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import type { Shown } from '#web/records/columns.ts'
import { mhScreening, screeningRound } from '../model/screening.ts'
import { turnoutTask } from '../model/turnout.ts'
import { ImportButton } from './ImportButton.tsx'

const CONSENT =
  '这次普查用来了解你最近的情绪和压力，帮助学校及早提供支持。回答和结果只有学校心理中心的老师能看到，不告诉辅导员、班主任和同学，也不进入档案、测评和评奖。只有生命安全受到威胁时，心理老师才会联系能帮助你的人。参加与否由你决定，不参加没有任何影响。'
export const about: PageFile['about'] = () => ({
  use: t('请学生做量表，看各班有多少人已经答复。'),
  who: t('心理中心制定和发布；学院和辅导员只看得到谁还没有答复，看不到谁不参加，也看不到任何结果。'),
  first: t('先选量表、写好知情同意书，再发布；发布后不能再改这两项。'),
})
/** 心理普查: rounds, and how many of each class have responded. */
export default function ScreeningPage() {
  const [shown, setShown] = useState<Shown<typeof mhScreening>>()
  return (
    <>
      <RoundTable<typeof mhScreening>
        title={t('心理普查')}
        of={mhScreening}
        actions={screeningRound}
        acts={row => [
          row.isOutside ? <ImportButton key="import" screeningId={row.id} scaleIds={row.scaleIds?.flatMap(id => id ?? []) ?? []} /> : null,
          row.publishedAt && !row.isOutside ? { label: t('看各班'), onClick: () => setShown(row) } : null,
        ]}
        fields={[{ title: '普查', fields: ['isOutside', 'scaleIds', 'consentText'] }]}
        initial={{ audience: { roles: ['student'] }, consentText: CONSENT }}
      />
      {shown ? (
        <Panel open size={720} title={shown.name} onClose={() => setShown(undefined)}>
          <TaskBoard of={turnoutTask} id={shown.id} words={{ expected: t('应答复'), answered: t('已答复'), lacking: t('未答复') }} />
        </Panel>
      ) : null}
    </>
  )
}
