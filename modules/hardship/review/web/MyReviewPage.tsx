import { Button, Input, Slider } from 'antd'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate } from '#web/values/format.ts'
import { castVote, myReviews, volunteer } from '../model/actions.ts'

type Mine = NonNullable<AnswerOf<typeof myReviews>[number]>
type Case = NonNullable<Mine['cards'][number]>
const CHANGES = ['reviewGroup', 'reviewVolunteer'] as const

/** 我的班级评议: whether one would take part, who was drawn, and as a member a card for each case. */
export default function MyReviewPage() {
  const read = useRead(myReviews, {})
  return (
    <StudentsOnly title={t('我的班级评议')} otherwise={t('当前账号不是学生，不能参加班级评议')}>
      <Page title={t('我的班级评议')} width="form">
        <Loaded of={read}>{rows => (rows.length ? <Stack>{rows.map(row => row && <One key={row.batchId} of={row} />)}</Stack> : <Empty title={t('现在没有班级评议')} />)}</Loaded>
      </Page>
    </StudentsOnly>
  )
}
function One({ of }: { of: Mine }) {
  const { batchId, name, isWilling, mayOffer, members, votesFrom, mayVote, cards } = of
  return (
    <>
      <Sheet title={name}>
        {mayOffer ? (
          <>
            <p>{t('评议小组从愿意参加的同学中随机抽取。评议匿名，只看代号和选项。')}</p>
            <ActionButton
              of={volunteer}
              input={{ batchId, isWilling: !isWilling }}
              changes={CHANGES}
              type={isWilling ? 'default' : 'primary'}
              done={isWilling ? t('已取消') : t('已报名')}
            >
              {isWilling ? t('不参加了') : t('我愿意参加')}
            </ActionButton>
          </>
        ) : null}
        {members.length ? <p>{t('评议小组：{{names}}', { names: members.join('、') })}</p> : null}
        {votesFrom && !mayVote ? <p className="ql-quiet">{t('{{date}} 起评议', { date: formatDate(votesFrom) })}</p> : null}
      </Sheet>
      {mayVote ? cards.map(c => c && <VoteCard key={c.id} of={c} />) : null}
    </>
  )
}
/** A case without a name: what was chosen, and the member's own points. */
function VoteCard({ of: { id, code, name, indexScore, answers, points, note } }: { of: Case }) {
  const [given, setGiven] = useState(points ?? 0)
  const [said, setSaid] = useState(note ?? '')
  const act = useAct(castVote, { changes: CHANGES, done: t('评分已提交') })
  return (
    <Sheet title={name ?? t('代号 {{code}}', { code })} note={points === null ? t('尚未评议') : t('已评 {{points}} 分', { points })}>
      <p className="ql-quiet">{t('指标分 {{score}}', { score: indexScore ?? '—' })}</p>
      <ul>
        {answers.map(a =>
          a ? (
            <li key={a.question}>
              {a.question}
              <span className="ql-quiet"> · {a.answer}</span>
            </li>
          ) : null,
        )}
      </ul>
      <Slider min={-10} max={10} value={given} marks={{ '-10': '-10', 0: '0', 10: '10' }} aria-label={t('评分')} onChange={setGiven} />
      <Input value={said} maxLength={100} placeholder={t('说明（可以不填）')} aria-label={t('说明')} onChange={e => setSaid(e.target.value)} />
      {act.error ? <Refused what={t('没有评议')} error={act.error} /> : null}
      <Row spread="between">
        <b>{t('{{points}} 分', { points: given })}</b>
        <Button type="primary" loading={act.isPending} onClick={() => act.mutate({ recognitionId: id, points: given, note: said || null })}>
          {points === null ? t('提交评分') : t('修改评分')}
        </Button>
      </Row>
    </Sheet>
  )
}
