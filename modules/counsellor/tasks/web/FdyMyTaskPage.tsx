import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { PROOF_KINDS } from '../model/fdy-task.ts'
import { answerStates, answerTask, myTasks } from '../model/fdy-task-answer.ts'

type Mine = AnswerOf<typeof myTasks>[number]
export const about: PageFile['about'] = () => ({
  use: t('学工处和学院布置给你的任务，在这里填报完成情况。'),
  who: t('你自己填报；布置任务的部门看得到。'),
  first: t('先做快到期的；做不成的也请填报并说明原因。'),
})
/** 我的任务: what one is asked to do, the open ones first. */
export default function FdyMyTaskPage() {
  const read = useRead(myTasks, {})
  return (
    <Page title={t('我的任务')} width="form">
      <Loaded of={read} lines={6} empty={tasks => tasks.length === 0 && t('现在没有布置给你的任务')}>
        {tasks => (
          <Stack>
            {tasks.map(one => (
              <Task key={one.id} of={one} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
function Task({ of }: { of: Mine }) {
  const isNew = of.state === 'waiting'
  const layout: LayoutOf<typeof answerTask> = ['result', 'words', { field: 'proof', when: v => v.result !== 'notDone' }]
  return (
    <Sheet title={of.name} actions={<StateTag of={answerStates} state={of.state} />}>
      <Stack gap={2}>
        <p style={{ whiteSpace: 'pre-line' }}>{of.content}</p>
        <p className="ql-quiet">{[of.owner, t('{{time}} 截止', { time: formatDatetime(of.endTime) }), t(PROOF_KINDS[of.proofKind])].filter(Boolean).join(' · ')}</p>
        {of.answeredAt ? <p>{[formatDatetime(of.answeredAt), of.words].filter(Boolean).join(' · ')}</p> : null}
        {of.proof?.length ? <FileLinks ids={of.proof.flatMap(f => f ?? [])} label={t('材料')} /> : null}
        {of.isOpen ? (
          <Row>
            <FormButton
              of={answerTask}
              input={{ id: of.id }}
              layout={layout}
              initial={of.state === 'waiting' ? { result: 'done' } : { result: of.state, words: of.words, proof: of.proof }}
              type={isNew ? 'primary' : 'default'}
              changes={['todo']}
              done={t('已填报')}
            >
              {isNew ? t(answerTask.label) : t('修改')}
            </FormButton>
          </Row>
        ) : null}
      </Stack>
    </Sheet>
  )
}
