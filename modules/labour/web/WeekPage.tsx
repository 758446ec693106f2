import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ChosenRowPage } from '#web/records/ChosenRowPage.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatSpan } from '#web/values/format.ts'
import { changeDuty, planWeek, weekPlan } from '../model/week.ts'
import { PostsInput } from './PostsInput.tsx'

type Plan = AnswerOf<typeof weekPlan>
type Group = NonNullable<Plan['groups'][number]>
type Duty = NonNullable<Group['duties'][number]>
const CHANGES = ['labourDuty', 'labourEnrolment']
export const about: PageFile['about'] = () => ({
  use: t('劳动周一页排好：分几组、各组每一场在哪里、做什么、带什么工具，地点不冲突。'),
  who: t('指导教师、学院和学工处；学生在“我的劳动”看到自己的组。'),
  first: t('报名以后点“分组安排”，每组写一个地点；第一场开始前可以重新分组，以后只能改单场。'),
})
/** 劳动周安排: the groups of a labour week and where each is in every session. */
export default function WeekPage() {
  return (
    <ChosenRowPage
      title={t('劳动周安排')}
      back="/labour/projects"
      of="labourProject"
      where={{ kind: 'week' }}
      label={t('劳动项目')}
      placeholder={t('选择劳动周')}
      none={t('先选择一个劳动周')}
    >
      {id => <Week id={id} />}
    </ChosenRowPage>
  )
}
function Week({ id }: { id: string }) {
  const read = useRead(weekPlan, { projectId: id })
  return <Loaded of={read}>{plan => <Groups id={id} plan={plan} />}</Loaded>
}
function Groups({ id, plan: { hasBegun, enrolled, sessions, groups: all } }: { id: string; plan: Plan }) {
  const groups = all.flatMap(g => g ?? [])
  const posts = groups.flatMap(g => g.duties.find(d => d?.sessionId === sessions[0]?.id) ?? []).map(({ place, work, tools }) => ({ place, work, tools }))
  const planButton = hasBegun ? null : (
    <FormButton
      of={planWeek}
      size={720}
      type="primary"
      input={{ projectId: id }}
      initial={{ posts: posts.length ? posts : [{ place: '', work: '', tools: null }], isRotating: true }}
      layout={[{ field: 'posts', render: props => <PostsInput {...props} /> }, 'isRotating']}
      changes={CHANGES}
      note={groups.length ? t('会重新分组，学生会收到新的组号。') : t('{{n}} 人已报名，按性别和报名顺序平均分到各组；以后报名的进人最少的组。', { n: enrolled })}
    />
  )
  if (!groups.length)
    return <Empty title={enrolled ? t('还没有分组') : t('还没有人报名')}>{enrolled ? planButton : <Link to={`/labour/enrolments?projectId=${id}`}>{t('看报名')}</Link>}</Empty>
  return (
    <Stack>
      <Sheet title={t('各组每一场')} note={t('{{groups}} 组，{{n}} 人', { groups: groups.length, n: enrolled })} actions={planButton}>
        <PlainTable
          label={t('各组每一场')}
          rows={groups}
          keyOf={g => g.no}
          isCardsOnPhone
          columns={[
            [t('组'), g => t('第 {{n}} 组', { n: g.no }), { isHead: true }],
            [t('成员'), g => t('{{n}} 人：{{names}}', { n: g.members.length, names: g.members.join('、') })],
            ...sessions.flatMap(s => (s ? [[formatSpan(s.start, s.end), (g: Group) => <Cell of={g.duties.find(d => d?.sessionId === s.id)} />, { key: s.id }] as const] : [])),
          ]}
        />
      </Sheet>
    </Stack>
  )
}
function Cell({ of }: { of: Duty | null | undefined }) {
  if (!of) return null
  const { id, place, work, tools, isOver } = of
  return (
    <div>
      <b>{place}</b>
      <br />
      {[work, tools].filter(Boolean).join(' · ')}
      {isOver ? null : (
        <>
          <br />
          <FormButton of={changeDuty} type="link" input={{ id }} initial={{ place, work, tools }} changes={CHANGES} />
        </>
      )}
    </div>
  )
}
