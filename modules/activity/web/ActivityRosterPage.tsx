import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatClock, formatDatetime } from '#web/values/format.ts'
import { dropEnrolment, enrolmentStates } from '../model/enrolment.ts'
import { drawLots } from '../model/lottery.ts'
import { decideObjection } from '../model/objections.ts'
import { activityRoster, chooseApplicants, closeChoice, markAttendance, settleActivity, settlePreview } from '../model/roster.ts'
import { Feedback } from './Feedback.tsx'
import { CHANGES } from './labels.ts'

type Roster = AnswerOf<typeof activityRoster>
type Person = NonNullable<Roster['people'][number]>
/** 报名名单 of one activity, for whoever runs it: who comes, who came, and what that comes to. */
export default function ActivityRosterPage() {
  const [params] = useOwnParams()
  const id = params.get('id')
  const read = useRead(activityRoster, { activityId: id ?? '' }, { enabled: Boolean(id) })
  return (
    <Page title={t('报名名单')} back="/activity/organise">
      {id ? (
        <Loaded of={read} lines={8}>
          {data => (
            <Stack>
              <Head of={data} id={id} />
              {data.phase === 'closing' || data.phase === 'settled' ? <Feedback id={id} /> : null}
              {data.groups.length ? <Groups of={data} /> : null}
              {data.people.length ? <People of={data} id={id} /> : <Empty title={t('还没有人报名')} />}
            </Stack>
          )}
        </Loaded>
      ) : (
        <Empty title={t('没有选择活动')} />
      )}
    </Page>
  )
}
function Head({ of, id }: { of: Roster; id: string }) {
  return (
    <Sheet title={of.title} note={t('已录取 {{n}}', { n: of.quota === null ? of.admitted : `${of.admitted}/${of.quota}` })}>
      <Row>
        {of.occurrenceId && of.phase !== 'settled' ? <Link to={`/signIn/projector?id=${of.occurrenceId}`}>{t('投影签到码')}</Link> : null}
        {Date.parse(of.startAt) <= Date.now() ? <Link to={`/activity/photos?id=${id}`}>{t('活动照片')}</Link> : null}
        {of.canDraw ? <ActionButton of={drawLots} input={{ id }} type="primary" changes={CHANGES} confirm={t('抽签只抽一次，学生随即收到结果。')} /> : null}
        {of.canClose ? <ActionButton of={closeChoice} input={{ activityId: id }} changes={CHANGES} confirm={t('没有录取的都会收到“未录取”；以后有空额还可以再录取。')} /> : null}
        {of.enrolWay === 'lottery' ? <Link to={`/activity/lottery?id=${id}`}>{t('抽签记录')}</Link> : null}
        {of.phase === 'closing' ? <Settling id={id} title={of.title} /> : null}
      </Row>
    </Sheet>
  )
}
/** What settling would post, and the button for it. */
function Settling({ id, title }: { id: string; title: string }) {
  const read = useRead(settlePreview, { id })
  return (
    <Loaded of={read} lines={2}>
      {data => (
        <Stack>
          <Figures label={t('结项预览')}>
            <Figure label={t('已到场')} value={data.present} />
            <Figure label={t('迟到')} value={data.late} />
            <Figure label={t('缺勤')} value={data.absent} />
            <Figure label={t('请假')} value={data.excused} />
            <Figure label={t('时长')} value={data.hours} />
            <Figure label={t('积分')} value={data.points} />
          </Figures>
          <ActionButton of={settleActivity} input={{ id }} type="primary" changes={CHANGES} confirm={t('结项“{{title}}”：时长和积分记入成长台账，以后只能冲销。', { title })} />
        </Stack>
      )}
    </Loaded>
  )
}
/** Seats of each group, who has and who waits for them. */
function Groups({ of: { groups, enrolWay } }: { of: Roster }) {
  return (
    <Sheet title={t('各组名额')}>
      <PlainTable
        label={t('各组名额')}
        rows={groups.flatMap(g => g ?? [])}
        keyOf={g => g.key ?? ''}
        columns={[
          [t('组'), g => g.name, { isHead: true }],
          [t('名额'), g => g.seats, { isNumber: true }],
          [t('已占名额'), g => g.held, { isNumber: true }],
          [t('候补'), g => g.waiting, { isNumber: true }],
          enrolWay !== 'first' && [t('待录取'), g => g.applied, { isNumber: true }],
        ]}
      />
    </Sheet>
  )
}
function People({ of, id }: { of: Roster; id: string }) {
  return (
    <Sheet title={t('名单')}>
      <PlainTable
        label={t('报名名单')}
        rows={of.people.flatMap(p => p ?? [])}
        keyOf={p => p.id}
        columns={[
          [t('报名顺序'), p => p.seq, { isNumber: true }],
          [t('姓名'), p => p.name, { isHead: true }],
          [t('班级'), p => p.className],
          of.groups.length > 0 && [t('名额分组'), p => of.groups.find(g => g?.key === p.groupKey)?.name],
          [t('状态'), p => <StateTag key="state" of={enrolmentStates} state={p.state} />],
          of.people.some(p => p?.isAsked) && [t('改期'), p => (p.isAsked ? t('待确认') : '')],
          [t('报名时间'), p => formatDatetime(p.enrolledAt)],
          [t('签到'), p => [p.signedAt, p.outAt].flatMap(at => (at ? [formatClock(at)] : [])).join(' – ')],
          [t('时长'), p => p.hours ?? '', { isNumber: true }],
          [t('申诉理由'), p => p.objectionReason],
          [t('操作'), p => <Acts key="acts" of={p} activityId={id} />],
        ]}
      />
    </Sheet>
  )
}
function Acts({ of: { id, abilities: can }, activityId }: { of: Person; activityId: string }) {
  if (can.choose)
    return (
      <Row gap={2}>
        <ActionButton of={chooseApplicants} input={{ activityId, ids: [id] }} type="primary" changes={CHANGES} />
        {can.drop ? <FormButton of={dropEnrolment} input={{ id }} danger changes={CHANGES} note={t('学生会收到原因。')} /> : null}
      </Row>
    )
  if (can.decide) return <FormButton of={decideObjection} input={{ id }} changes={CHANGES} note={t('成立的按所选结果改记，时长和积分随即补记；学生会收到答复。')} />
  if (can.mark) return <FormButton of={markAttendance} input={{ id }} changes={CHANGES} note={t('以这里登记的为准，签到不再改它。')} />
  if (!can.drop) return null
  return <FormButton of={dropEnrolment} input={{ id }} danger changes={CHANGES} note={t('名额由候补的第一位补上，学生会收到原因。')} />
}
