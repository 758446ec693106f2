import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatSpan } from '#web/values/format.ts'
import { myTests } from '../model/sit-actions.ts'

type Mine = AnswerOf<typeof myTests>[number]
/** 我的考试: what the reader has to sit, that first, and how it went. */
export default function MyTestsPage() {
  const read = useRead(myTests, {})
  return (
    <Page title={t('我的考试')} width="form" actions={<Link to="/test/wrong">{t('错题本')}</Link>}>
      <Loaded of={read} empty={all => all.length === 0 && t('现在没有考试')}>
        {all => all.map(one => <One key={one.id} of={one} />)}
      </Loaded>
    </Page>
  )
}
function One({ of: one }: { of: Mine }) {
  const navigate = useNavigate()
  const isWaiting = one.isOpen && !one.isDone
  return (
    <Sheet title={one.name} actions={<Standing of={one} />}>
      <Row spread="between">
        <span className="ql-help">
          {t('{{span}}，{{n}} 分钟', { span: formatSpan(one.beginTime, one.endTime), n: one.minutes })}
          {one.score === null ? '' : t('，成绩 {{n}}', { n: one.score })}
        </span>
        <Button type={one.runningId || isWaiting ? 'primary' : 'default'} onClick={() => navigate(`/test/sit?id=${one.id}`)}>
          {one.runningId ? t('继续作答') : isWaiting ? t('去考试') : t('查看')}
        </Button>
      </Row>
    </Sheet>
  )
}
export function Standing({ of: { runningId, isPassed, isDone, isOpen, used } }: { of: Pick<Mine, 'runningId' | 'isPassed' | 'isDone' | 'isOpen' | 'used'> }) {
  if (runningId) return <State tone="going">{t('作答中')}</State>
  if (isPassed) return <State tone="done">{t('合格')}</State>
  if (isPassed === false) return <State tone="refused">{t('未合格')}</State>
  if (isDone || used > 0) return <State tone="over">{t('已交卷')}</State>
  return <State tone={isOpen ? 'attention' : 'over'}>{isOpen ? t('没有考') : t('不在时间内')}</State>
}
