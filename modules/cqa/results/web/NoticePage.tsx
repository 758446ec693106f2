import { useState } from 'react'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { schemeStages } from '../../schemes/model/scheme.ts'
import { correctResults, publiciseSheets, schemeProgress } from '../model/actions.ts'
import { DifferencePanel } from './DifferencePanel.tsx'

type Progress = NonNullable<AnswerOf<typeof schemeProgress>[number]>
const CHANGES = ['cqaScheme', 'cqaSheet', 'publicNotice']
/** 综合测评 → 公示和更正: where the results of each scheme are, and their way from the last confirmation to what holds. */
export default function NoticePage() {
  const read = useRead(schemeProgress, {})
  return (
    <Page title={t('公示和更正')}>
      <Loaded of={read}>{rows => (rows.length ? <Schemes of={rows.flatMap(r => r ?? [])} /> : <Empty title={t('还没有发布的测评方案')} />)}</Loaded>
    </Page>
  )
}
const Schemes = ({ of }: { of: readonly Progress[] }) => (
  <PlainTable
    label={t('公示和更正')}
    rows={of}
    keyOf={r => r.id}
    isCardsOnPhone
    columns={[
      [t('测评方案'), r => r.name, { isHead: true }],
      [t('阶段'), r => <StateTag of={schemeStages} state={r.stage} />],
      [t('评分中'), r => r.scoring, { isNumber: true }],
      [t('待公示'), r => r.confirmed, { isNumber: true }],
      [t('公示中'), r => (r.noticeEndAt ? t('{{n}}，到 {{until}}', { n: r.publicised, until: formatDatetime(r.noticeEndAt) }) : r.publicised), { isNumber: true }],
      [t('已定'), r => r.final, { isNumber: true }],
      [t('待补成绩'), r => r.pending, { isNumber: true }],
      [t('不参加测评'), r => r.excluded, { isNumber: true }],
      [t('未办结异议'), r => (r.openObjections ? <Link to="/workflow/notices?tab=objections">{r.openObjections}</Link> : 0), { isNumber: true }],
      [t('操作'), r => <Verbs of={r} />],
    ]}
  />
)
function Verbs({ of }: { of: Progress }) {
  const { id, name, stage, confirmed, scoring, publicised, pending } = of
  const [isOpen, setOpen] = useState(false)
  const may = useCan(correctResults.permission)
  if (scoring) return <span className="ql-quiet">{t('等学院全部确认')}</span>
  const missing = pending ? t('{{n}} 人还缺成绩，列在名单里，不显示得分和名次。', { n: pending }) : ''
  return (
    <Row gap={2}>
      {confirmed ? (
        <ActionButton
          of={publiciseSheets}
          input={{ id }}
          changes={CHANGES}
          confirm={t('公示“{{name}}”里 {{n}} 人的各维度得分、总分和名次，到期没有异议的就定了。{{missing}}', { name, n: confirmed, missing })}
          done={t('已公示')}
        />
      ) : null}
      {may && stage !== 'scoring' && !publicised ? <PlacedButton onClick={() => setOpen(true)}>{t('核对差异')}</PlacedButton> : null}
      {isOpen ? <DifferencePanel of={of} onClose={() => setOpen(false)} /> : null}
    </Row>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('学院都确认以后公示各维度得分、总分和名次；公示结束、没有异议的结果就定了，以后只能更正。'),
  who: t('学工处公示和批准更正，异议在“公示与异议”里答复。'),
  first: t('看“评分中”还有多少人，都确认了就公示；佐证、成绩或处分后来有变的，核对差异。'),
})
