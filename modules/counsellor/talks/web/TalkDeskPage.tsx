import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { logWork } from '../../log/model/actions.ts'
import { talkTopic } from '../../log/model/work-log.ts'
import { arrangeTalk, callToTalk, talkDesk, talked, talkStates } from '../model/talk-request.ts'

export const about: PageFile['about'] = () => ({
  use: t('学生想和你谈谈，和你约好的谈话。'),
  who: t('只有学生现在的辅导员看得到；班级交接以后由接手的人看到。'),
  first: t('先给等回复的学生约时间；谈过以后点“记谈话”，再点“谈过了”。'),
})
/** 学生约谈: who waits for a time, and the talks that are arranged. */
export default function TalkDeskPage() {
  const read = useRead(talkDesk, {}, { follows: 'todo' })
  return (
    <Page title={t('学生约谈')} width="form" actions={<FormButton of={callToTalk} input={{}} type="primary" done={t('已通知学生')} />}>
      <Loaded of={read} lines={4} empty={all => all.length === 0 && t('没有学生约谈')}>
        {all => (
          <Stack>
            {all.map(one => (
              <Talk key={one.id} of={one} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
function Talk({ of }: { of: AnswerOf<typeof talkDesk>[number] }) {
  const topics = useDict(talkTopic)
  return (
    <Sheet title={[of.className, of.name].filter(Boolean).join(' ')} actions={<StateTag of={talkStates} state={of.state} />}>
      <Stack gap={2}>
        {of.at ? <p>{[formatDatetime(of.at), of.place].filter(Boolean).join(' · ')}</p> : null}
        <p>{[of.topic ? dictLabel(topics, of.topic) : '', of.words].filter(Boolean).join(' · ') || t('没有写想谈什么')}</p>
        <Row>
          <FormButton of={arrangeTalk} input={{ id: of.id }} type={of.state === 'asked' ? 'primary' : 'default'} changes={['todo']} done={t('已通知学生')}>
            {of.state === 'asked' ? t('约时间') : t('改时间')}
          </FormButton>
          <FormButton
            of={logWork}
            input={{ studentIds: [of.studentId], kind: 'talk' }}
            initial={of.topic ? { topics: [of.topic] } : {}}
            layout={['words', 'minutes', 'topics', 'isMental', 'followUpOn']}
          >
            {t('记谈话')}
          </FormButton>
          <ActionButton of={talked} input={{ id: of.id }} changes={['todo']} />
        </Row>
      </Stack>
    </Sheet>
  )
}
