import { Alert, Button, Radio } from 'antd'
import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { GRADES } from '../model/evaluation.ts'
import { answerOrgEvaluation, myOrgEvaluations, reportOnPost } from '../model/evaluation-actions.ts'

type Asked = NonNullable<AnswerOf<typeof myOrgEvaluations>[number]>
type Person = NonNullable<Asked['people'][number]>
const VALUES = [5, 4, 3, 2, 1] as const
const CHANGES = ['orgEvalTurnout', 'orgEvalResult', 'todo']
export const about: PageFile['about'] = () => ({
  use: t('评议代表你的学生组织里任职的同学；自己任职的，在这里述职、看结果。'),
  who: t('评议是匿名的：学校只知道你评过，不知道你打了几分。'),
  first: t('先看述职，每人选一个分，再提交；提交以后不能改。'),
})
/** 任职评议 */
export default function JudgePage() {
  return (
    <StudentsOnly title={t('任职评议')} otherwise={t('当前账号不是学生，没有要评议的')}>
      <All />
    </StudentsOnly>
  )
}
function All() {
  const read = useRead(myOrgEvaluations, {})
  return (
    <Page title={t('任职评议')} width="form">
      <Loaded of={read} empty={all => all.length === 0 && t('现在没有要你评议的')}>
        {all => all.flatMap(one => (one ? [<One key={one.id} of={one} />] : []))}
      </Loaded>
    </Page>
  )
}
const One = ({ of }: { of: Asked }) => {
  const people = of.people.flatMap(p => p ?? [])
  const own = people.filter(p => p.isMine)
  return (
    <Sheet
      title={`${of.org} ${of.name}`}
      actions={
        of.isAsked ? (
          <State tone={of.isAnswered ? 'done' : of.isOpen ? 'attention' : 'over'}>{of.isAnswered ? t('已评议') : of.isOpen ? t('未评议') : t('现在不能评议')}</State>
        ) : undefined
      }
    >
      <Stack>
        {own.map(p => (
          <Own key={p.id} of={p} isOpen={of.isOpen} />
        ))}
        {of.isAsked && of.isOpen && !of.isAnswered ? <Marks of={of} people={people.filter(p => !p.isMine)} /> : null}
        <p className="ql-help">{t('{{time}} 截止', { time: formatDatetime(of.endTime) })}</p>
      </Stack>
    </Sheet>
  )
}
/** The reader's own post: the report, and later what came of it. */
const Own = ({ of: { id, post, report, grade, total }, isOpen }: { of: Person; isOpen: boolean }) => (
  <Stack gap={1}>
    <strong>{grade ? t('{{post}}（本人）：{{grade}}，总分 {{total}}', { post, grade: t(GRADES[grade]), total: total ?? '' }) : t('{{post}}（本人）', { post })}</strong>
    {report ? <p>{report}</p> : <p className="ql-quiet">{t('还没有述职')}</p>}
    {isOpen ? <FormButton of={reportOnPost} input={{ id }} initial={report ? { report } : {}} changes={CHANGES} /> : null}
  </Stack>
)
function Marks({ of: { id }, people }: { of: Asked; people: readonly Person[] }) {
  const [given, setGiven] = useState<Readonly<Record<string, number>>>({})
  const act = useAct(answerOrgEvaluation, { done: t('已提交，谢谢'), changes: CHANGES })
  const marks = people.flatMap(p => {
    const mark = given[p.id]
    return mark ? [{ resultId: p.id, mark }] : []
  })
  return (
    <Stack>
      <Alert
        type="info"
        showIcon
        title={t('匿名评价：系统只记你哪天评过，不记你打了几分。')}
        description={t('每晚和结束时，评分按随机顺序重写；在那之前，只有直接操作数据库的管理员可能看出先后。')}
      />
      <p className="ql-help">{t('5 分最好，1 分最差。')}</p>
      {people.map(p => (
        <Stack key={p.id} gap={1}>
          <span>{`${p.post} ${p.name}`}</span>
          {p.report ? <p className="ql-quiet">{p.report}</p> : null}
          <Radio.Group
            aria-label={`${p.post} ${p.name}`}
            value={given[p.id] ?? null}
            options={VALUES.map(value => ({ value, label: value }))}
            onChange={event => setGiven({ ...given, [p.id]: Number(event.target.value) })}
          />
        </Stack>
      ))}
      {act.error ? <Refused what={t('没有提交')} error={act.error} /> : null}
      <Button type="primary" loading={act.isPending} disabled={marks.length < people.length} onClick={() => act.mutate({ id, marks })}>
        {t('提交评议')}
      </Button>
    </Stack>
  )
}
