import { Button } from 'antd'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { acceptSeat, cancelEnrolment, enrolmentStates, myActivities, OBJECTIONS, TOOK_SEATS } from '../model/enrolment.ts'
import { rateActivity } from '../model/feedback.ts'
import { confirmMove } from '../model/moves.ts'
import { objectToAbsence } from '../model/objections.ts'
import { CHANGES, earnedText, timesText, whereText } from './labels.ts'

const TOOK: ReadonlySet<string> = new Set(TOOK_SEATS)
type Mine = NonNullable<AnswerOf<typeof myActivities>[number]>
/** 我的活动: what the student takes part in, waits for, or is offered. */
export default function MyActivitiesPage() {
  return (
    <StudentsOnly title={t('我的活动')} otherwise={t('当前账号不是学生，不能报名')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myActivities, {})
  const square = <Link to="/activity/square">{t('活动广场')}</Link>
  return (
    <Page title={t('我的活动')} width="form" actions={square}>
      <Loaded of={read} lines={8}>
        {rows => (rows.length ? <Stack>{rows.map(row => row && <OneActivity key={row.id} of={row} />)}</Stack> : <Empty title={t('还没有报名活动')}>{square}</Empty>)}
      </Loaded>
    </Page>
  )
}
function OneActivity({ of }: { of: Mine }) {
  const { id, title, state, position } = of
  return (
    <Sheet
      title={title}
      {...(of.organiser ? { note: of.organiser } : {})}
      actions={state === 'waiting' ? <State tone="waiting">{t('候补第 {{n}} 位', { n: position ?? 1 })}</State> : <StateTag of={enrolmentStates} state={state} />}
    >
      <p className="ql-quiet">
        {[timesText(of), whereText(of)].filter(Boolean).join(' · ')}
        <br />
        {[earnedText(of), of.drawNo ? t('抽签号 {{n}}', { n: of.drawNo }) : null, of.note].filter(Boolean).join(' · ')}
      </p>
      {state === 'offered' && of.offeredUntil ? <p>{t('有名额了，请在 {{until}} 前确认。', { until: formatDatetime(of.offeredUntil) })}</p> : null}
      {of.isAsked && state === 'admitted' ? <p>{t('时间或地点改了，请确认是否参加；不能参加的可以取消。')}</p> : null}
      {of.objection ? <p>{[t('申诉：{{state}}', { state: t(OBJECTIONS[of.objection]) }), of.objectionReply].filter(Boolean).join(' · ')}</p> : null}
      <Row>
        {of.isAsked && state === 'admitted' ? <ActionButton of={confirmMove} input={{ id, moves: of.moves }} type="primary" changes={CHANGES} /> : null}
        {of.mayRate ? (
          <FormButton of={rateActivity} input={{ id }} type="primary" changes={CHANGES} note={t('评价不记名：组织者看不到是谁写的，满一定份数才看得到结果。')} />
        ) : null}
        {of.mayObject ? <FormButton of={objectToAbsence} input={{ id }} changes={CHANGES} note={t('每次缺勤可以申诉一次，由活动的组织者处理。')} /> : null}
        {state === 'offered' ? <ActionButton of={acceptSeat} input={{ id }} type="primary" changes={CHANGES} /> : null}
        {state === 'admitted' && (of.phase === 'running' || of.phase === 'ready') ? (
          <Link to="/signIn/mine">
            <Button>{t('去签到')}</Button>
          </Link>
        ) : null}
        {TOOK.has(state) && Date.parse(of.startAt) <= Date.now() ? <Link to={`/activity/photos?id=${of.activityId}`}>{t('活动照片')}</Link> : null}
        {of.enrolWay === 'lottery' ? <Link to={`/activity/lottery?id=${of.activityId}`}>{t('抽签记录')}</Link> : null}
        {of.mayCancel ? (
          <ActionButton
            of={cancelEnrolment}
            input={{ id }}
            danger
            changes={CHANGES}
            confirm={t('取消“{{title}}”，名额给候补的同学。{{until}} 前可以取消。', { title, until: formatDatetime(of.isAsked ? of.startAt : of.cancelUntil) })}
          />
        ) : null}
      </Row>
    </Sheet>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('你报名的活动：录取、候补，还是有名额等你确认。'),
  who: t('学生本人。'),
  first: t('不能参加的及早取消，名额给候补的同学。'),
})
