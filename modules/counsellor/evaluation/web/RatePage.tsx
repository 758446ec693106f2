import { Alert, Button, Radio } from 'antd'
import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { answerEvaluation, myEvaluations } from '../model/turnout.ts'

type Asked = NonNullable<AnswerOf<typeof myEvaluations>[number]>
const VALUES = [5, 4, 3, 2, 1] as const
export const about: PageFile['about'] = () => ({
  use: t('给带你的辅导员打分，每轮一次。'),
  who: t('评价是匿名的：学校只知道你评过，不知道你打了几分。'),
  first: t('每一项选一个，再提交；提交以后不能改。'),
})
/** 评价辅导员 */
export default function RatePage() {
  const read = useRead(myEvaluations, {})
  return (
    <Page title={t('评价辅导员')} width="form">
      <Loaded of={read} empty={all => all.length === 0 && t('现在没有要你评价的')}>
        {all => all.flatMap(one => (one ? [<One key={one.id} of={one} />] : []))}
      </Loaded>
    </Page>
  )
}
const One = ({ of }: { of: Asked }) => (
  <Sheet
    title={t('{{name}}：{{counsellor}}', { name: of.name, counsellor: of.counsellor })}
    actions={<State tone={of.isAnswered ? 'done' : of.isOpen ? 'attention' : 'over'}>{of.isAnswered ? t('已评价') : of.isOpen ? t('未评价') : t('现在不能评价')}</State>}
  >
    {of.isOpen && !of.isAnswered ? <Marks of={of} /> : <p className="ql-help">{t('{{time}} 截止', { time: formatDatetime(of.endTime) })}</p>}
  </Sheet>
)
function Marks({ of: { id, indicators, endTime } }: { of: Asked }) {
  const [marks, setMarks] = useState<Readonly<Record<number, number>>>({})
  const act = useAct(answerEvaluation, { done: t('已提交，谢谢'), changes: ['fdyEvalTurnout', 'todo'] })
  const scores = indicators.flatMap((_, n) => marks[n] ?? [])
  return (
    <Stack>
      <Alert
        type="info"
        showIcon
        title={t('匿名评价：系统只记你哪天评过，不记你打了几分。')}
        description={t('每晚和结束时，评分按随机顺序重写；在那之前，只有直接操作数据库的管理员可能看出先后。')}
      />
      <p className="ql-help">{t('5 分最好，1 分最差。')}</p>
      {indicators.map((name, n) => (
        <Stack key={name} gap={1}>
          <span>{t(name ?? '')}</span>
          <Radio.Group
            aria-label={t(name ?? '')}
            value={marks[n] ?? null}
            options={VALUES.map(value => ({ value, label: value }))}
            onChange={event => setMarks({ ...marks, [n]: Number(event.target.value) })}
          />
        </Stack>
      ))}
      {act.error ? <Refused what={t('没有提交')} error={act.error} /> : null}
      <Button type="primary" loading={act.isPending} disabled={scores.length < indicators.length} onClick={() => act.mutate({ id, scores })}>
        {t('提交评价')}
      </Button>
      <p className="ql-help">{t('{{time}} 截止，提交以后不能改。', { time: formatDatetime(endTime) })}</p>
    </Stack>
  )
}
