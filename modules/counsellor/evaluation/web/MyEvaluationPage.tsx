import { Alert } from 'antd'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { GRADES } from '../model/grades.ts'
import { resultStates } from '../model/result.ts'
import { myResults, objectResult, scoreSelf } from '../model/result-actions.ts'
import { PARTS } from '../model/scheme.ts'

type Mine = NonNullable<AnswerOf<typeof myResults>[number]>
const CHANGES = ['fdyEvalResult']
export const about: PageFile['about'] = () => ({
  use: t('自己每次考核的各部分得分、总分和等级，可以自评，公示期间可以提异议。'),
  who: t('辅导员看自己的。学生评价只显示平均分，人数不够的不显示。'),
  first: t('考核期间先自评（方案要求的话），公示以后在这里看结果。'),
})
/** 我的考核 */
export default function MyEvaluationPage() {
  const read = useRead(myResults, {})
  return (
    <Page title={t('我的考核')} width="form">
      <Loaded of={read} empty={all => all.length === 0 && t('还没有对你的考核')}>
        {all => all.flatMap(one => (one ? [<One key={one.id} of={one} />] : []))}
      </Loaded>
    </Page>
  )
}
const One = ({ of }: { of: Mine }) => (
  <Sheet title={of.name} actions={<StateTag of={resultStates} state={of.state} />}>
    <Stack>
      <p className="ql-help">{t('考核期 {{from}} 至 {{to}}', { from: of.periodFrom, to: of.periodTo })}</p>
      {of.marks.length ? <Marks of={of} /> : <p className="ql-help">{t('公示以后这里显示结果。')}</p>}
      {of.objection ? <Alert type="info" showIcon title={t('你的异议：{{words}}', { words: of.objection })} description={of.objectionAnswer ?? t('等学工处答复')} /> : null}
      <Row gap={2}>
        {of.asksSelf ? (
          <FormButton of={scoreSelf} input={{ id: of.id }} type="primary" changes={CHANGES}>
            {of.selfMark === null ? t('自评') : t('修改自评')}
          </FormButton>
        ) : null}
        {of.canObject ? (
          <FormButton of={objectResult} input={{ id: of.id }} changes={CHANGES} note={of.noticeUntil ? t('公示到 {{time}}。', { time: formatDatetime(of.noticeUntil) }) : null} />
        ) : null}
      </Row>
    </Stack>
  </Sheet>
)
function Marks({ of }: { of: Mine }) {
  return (
    <>
      <p>{t('总分 {{total}}，{{grade}}', { total: of.total ?? 0, grade: of.grade ? t(GRADES[of.grade]) : '' })}</p>
      <PlainTable
        label={t('各部分得分')}
        rows={of.marks.flatMap(m => m ?? [])}
        keyOf={m => m.part}
        columns={[
          [t('部分'), m => t(PARTS[m.part]), { isHead: true }],
          [t('权重'), m => m.weight, { isNumber: true }],
          [t('分数'), m => m.mark, { isNumber: true }],
        ]}
      />
    </>
  )
}
