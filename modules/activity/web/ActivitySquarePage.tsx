import { Segmented } from 'antd'
import { Link } from 'react-router'
import { DAY_MS } from '#model/days.ts'
import { growthCategory } from '#modules/growth/model/dictionaries.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { activitySquare, enrolInActivity, enrolmentStates } from '../model/enrolment.ts'
import { SPLITS } from '../model/split.ts'
import { CHANGES, earnedText, timesText, whereText } from './labels.ts'

type Activity = NonNullable<AnswerOf<typeof activitySquare>[number]>
const WHEN = { all: '全部', week: '七天内', free: '我有空' } as const
const WEEK = 7 * DAY_MS
const KEPT: Readonly<Record<string, (of: Activity) => boolean>> = {
  week: of => Date.parse(of.startAt) - Date.now() <= WEEK,
  free: of => of.clash === null,
}
/** 活动广场: cards with the places that are left; one tap enrols. */
export default function ActivitySquarePage() {
  return (
    <StudentsOnly title={t('活动广场')} otherwise={t('当前账号不是学生，不能报名')}>
      <Square />
    </StudentsOnly>
  )
}
function Square() {
  const [params, , put] = useOwnParams()
  const when = params.get('when') ?? 'all'
  const categories = useDict(growthCategory)
  const read = useRead(activitySquare, {})
  return (
    <Page title={t('活动广场')} width="form">
      <Link to="/activity/photos">{t('活动相册')}</Link>
      <Segmented
        value={when}
        options={Object.entries(WHEN).map(([value, label]) => ({ value, label: t(label) }))}
        onChange={value => put({ when: value === 'all' ? undefined : value })}
      />
      <Loaded of={read} lines={8}>
        {rows => {
          const shown = rows.flatMap(r => (r && (KEPT[when]?.(r) ?? true) ? [r] : []))
          if (!shown.length) return <Empty title={t('现在没有可以报名的活动')} />
          return (
            <Stack>
              {shown.map(row => (
                <OneActivity key={row.id} of={row} category={dictLabel(categories, row.category)} />
              ))}
            </Stack>
          )
        }}
      </Loaded>
    </Page>
  )
}
function OneActivity({ of, category }: { of: Activity; category: string }) {
  const { id, isOpen, placesLeft, waiting, waitlist, clash } = of
  const isDrawn = of.enrolWay === 'lottery'
  const isChosen = of.enrolWay === 'review'
  const isFull = !isDrawn && !isChosen && placesLeft !== null && placesLeft <= 0
  const mayEnrol = isOpen && !of.mine && (!isFull || waiting < waitlist) && !(clash && of.refusesClash)
  return (
    <Sheet title={of.title} note={[category, of.organiser].filter(Boolean).join(' · ')} actions={<Places of={of} />}>
      <p>{of.summary}</p>
      <p className="ql-quiet">
        {[timesText(of), whereText(of)].filter(Boolean).join(' · ')}
        <br />
        {[earnedText(of), of.signRule === 'inOut' ? t('签到并签退') : null].filter(Boolean).join(' · ')}
        <br />
        {isOpen ? t('{{end}} 截止报名', { end: formatDatetime(of.enrolTo) }) : t('{{from}} 开始报名', { from: formatDatetime(of.enrolFrom) })}
        {t('，{{until}} 前可以取消', { until: formatDatetime(of.cancelUntil) })}
      </p>
      {of.group ? <p className="ql-quiet">{sharedText(of.group)}</p> : null}
      {isDrawn ? (
        <Row gap={2}>
          <span className="ql-quiet">{t('报名结束后抽签，先报名不占先')}</span>
          <Link to={`/activity/lottery?id=${id}`}>{t('抽签记录')}</Link>
        </Row>
      ) : null}
      {clash ? <State tone="attention">{t('时间冲突：{{what}}', { what: `${clash.what} ${formatDatetime(clash.from)}` })}</State> : null}
      {mayEnrol ? (
        <Row spread="between">
          <span className="ql-quiet">
            {isDrawn || isChosen ? t('已有 {{n}} 人报名', { n: of.applied }) : isFull ? t(of.group ? '本组已有 {{n}} 人候补' : '已有 {{n}} 人候补', { n: waiting }) : null}
          </span>
          <FormButton of={enrolInActivity} input={{ activityId: id }} layout={clash ? ['isClashKnown'] : []} type="primary" changes={CHANGES}>
            {isDrawn ? t('报名抽签') : isChosen ? t('报名待选') : isFull ? t('排候补') : t('我要报名')}
          </FormButton>
        </Row>
      ) : null}
    </Sheet>
  )
}
/** 名额按学院分，信息工程学院 20 个；12月3日 18:00 起没用完的名额给所有候补的人 */
function sharedText({ by, name, seats, until }: NonNullable<Activity['group']>): string {
  const values = { by: t(SPLITS[by]), group: name ?? '', n: seats }
  const own = name ? t('名额按{{by}}分，{{group}} {{n}} 个', values) : t('名额按{{by}}分，没有划给各组的有 {{n}} 个', values)
  return until ? t('{{own}}；{{until}} 起各组没用完的给所有候补的人', { own, until: formatDatetime(until) }) : own
}
function Places({ of: { mine, position, placesLeft, quota, group } }: { of: Activity }) {
  if (mine === 'waiting') return <State tone="waiting">{t(group ? '本组候补第 {{n}} 位' : '候补第 {{n}} 位', { n: position ?? 1 })}</State>
  if (mine) return <StateTag of={enrolmentStates} state={mine} />
  if (placesLeft === null) return <State tone="done">{t('不限名额')}</State>
  if (group) return <State tone={placesLeft > 0 ? 'done' : 'over'}>{t('你还能用 {{n}} 个名额', { n: placesLeft })}</State>
  return <State tone={placesLeft > 0 ? 'done' : 'over'}>{t('还有 {{n}}/{{of}}', { n: placesLeft, of: quota ?? 0 })}</State>
}
export const about: PageFile['about'] = () => ({
  use: t('学校、学院、社团和班级的活动：什么时候、在哪里、得多少时长和积分。'),
  who: t('所有学生，看得到面向自己的活动。'),
  first: t('先看有没有时间冲突，再报名；名额满了可以排候补。'),
})
