import { ListTree } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import type { Shown } from '#web/records/columns.ts'
import { useCan } from '#web/session/useCan.ts'
import { extendStages } from '../model/actions.ts'
import { cqaScheme, schemeActions, schemeStages } from '../model/scheme.ts'
import { UncoveredPanel } from './UncoveredPanel.tsx'

type Scheme = Shown<typeof cqaScheme>

/** 综合测评 → 测评方案: rounds of evaluation, each with a tree of indexes and its stages. */
export default function SchemePage() {
  const [asked, setAsked] = useState<Scheme>()
  const mayPublish = useCan(extendStages.permission)
  return (
    <>
      <RoundTable<typeof cqaScheme>
        title={t('测评方案')}
        of={cqaScheme}
        actions={schemeActions}
        columns={[
          { key: 'xn', width: 110 },
          { key: 'stage', width: 220, align: 'left', render: row => <Stage of={row} /> },
          {
            key: 'evidenceFrom',
            title: t('指标和学生'),
            width: 220,
            render: row => (
              <Row gap={2}>
                <Link to={`/cqa/scheme?id=${row.id}`}>
                  <ListTree size={15} aria-hidden /> {t('指标树')}
                </Link>
                {mayPublish ? <PlacedButton onClick={() => setAsked(row)}>{t('未覆盖的学生')}</PlacedButton> : null}
              </Row>
            ),
          },
          { key: 'snapshotOn', width: 120, hidden: true },
        ]}
        fields={[
          { title: '各阶段', fields: ['selfUntil', 'groupUntil', 'fdyUntil', 'fdyDelta'] },
          { title: '依据', fields: ['snapshotOn', 'evidenceFrom', 'evidenceTo', 'gradeTerms', 'gradeCourses', 'gradeRetakes'] },
          { title: '排名', fields: ['rankScopes', 'tieBreakers', 'tieStyle'] },
          { title: '公示', fields: ['noticeLevel', 'noticeWorkdays', 'noticeColumns'] },
        ]}
        initial={{
          ...{ audience: { roles: ['student'] }, rankScopes: ['class', 'majorGrade'], tieStyle: 'competition', fdyDelta: 1, gradeCourses: 'all', gradeRetakes: 'none' },
          ...{ noticeLevel: 'class', noticeWorkdays: 5, noticeColumns: ['name', 'studentNo', 'className', 'dimensions', 'total', 'rank'] },
        }}
      />
      {asked ? <UncoveredPanel scheme={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}
function Stage({ of: { id, publishedAt, stage, selfUntil, groupUntil, fdyUntil, endTime } }: { of: Scheme }) {
  if (!publishedAt) return null
  return (
    <Row gap={2}>
      <StateTag of={schemeStages} state={stage} />
      {stage === 'scoring' ? (
        <FormButton
          of={extendStages}
          input={{ id }}
          initial={{ selfUntil, groupUntil, fdyUntil, endTime }}
          changes={['cqaScheme']}
          note={t('发布后只能把各阶段的结束时间往后改。')}
        />
      ) : null}
    </Row>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('制定测评方案：给谁测评、看哪些佐证、分几个阶段、按什么指标计分。'),
  who: t('学工处制定，学院、辅导员和学生都能看到指标。'),
  first: t('先新增或复制一个方案，在“指标树”里设指标和计分规则，再发布。'),
})
