import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { closeReview, drawGroup, remindMembers, reviewBoard, skipReview } from '../model/actions.ts'
import { reviewStates } from '../model/group.ts'

type Line = NonNullable<AnswerOf<typeof reviewBoard>[number]>
const CHANGES = ['aidRecognition'] as const
/** Classes with applications: willing students, the group, and how many votes are there. Whose they are nobody sees. */
export function Board({ batchId }: { batchId: string }) {
  const read = useRead(reviewBoard, { batchId })
  return (
    <Loaded of={read}>
      {rows => (
        <PlainTable
          label={t('评议进度')}
          rows={rows}
          keyOf={c => c.classId}
          isLong
          empty={t('还没有人申请')}
          columns={[
            [t('班级'), c => c.className, { isHead: true }],
            [t('申请'), c => c.applied, { isNumber: true }],
            [t('愿意参加'), c => t('{{n}} / 需要 {{need}}', { n: c.willing, need: c.need })],
            [t('小组'), c => (c.state ? <StateTag of={reviewStates} state={c.state} /> : '—')],
            [t('成员'), c => c.members.join('、')],
            [t('开始评议'), c => (c.votesFrom ? formatDate(c.votesFrom) : '')],
            [t('已投'), c => (c.votesDue ? `${c.votes} / ${c.votesDue}` : ''), { isNumber: true }],
            ['', c => <Acts of={c} batchId={batchId} />],
          ]}
        />
      )}
    </Loaded>
  )
}
function Acts({ of: { classId, className, groupId, state }, batchId }: { of: Line; batchId: string }) {
  const input = { batchId, classId }
  if (!groupId)
    return (
      <Row>
        <ActionButton of={drawGroup} input={input} confirm={t('从“{{name}}”愿意参加的学生中随机抽取，名单向全班公布三天后开始评议。', { name: className })} done={t('已抽取')} />
        <FormButton of={skipReview} input={input} note={t('班级太小、组不成小组时，由学院说明原因，总分只按指标计算。')} />
      </Row>
    )
  if (state !== 'drawn') return null
  return (
    <Row>
      <ActionButton of={remindMembers} input={{ id: groupId }} done={t('已提醒')} />
      <ActionButton of={closeReview} input={{ id: groupId }} changes={CHANGES} confirm={t('结束后计算评议分，不能再评。')} />
    </Row>
  )
}
