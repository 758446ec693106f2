import { Empty } from '#web/feedback/Empty.tsx'
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
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { talkTopic } from '../../log/model/work-log.ts'
import { askTalk, myTalks, talkStates, withdrawTalk } from '../model/talk-request.ts'

export const about: PageFile['about'] = () => ({
  use: t('约你的辅导员谈谈，看约在什么时候、在哪里。'),
  who: t('只有你和你的辅导员看得到。'),
  first: t('点“约辅导员谈谈”，可以只选话题；辅导员约好时间会通知你。'),
})
/** 约辅导员: asking for a talk, and when it is. */
export default function MyTalkPage() {
  return (
    <StudentsOnly title={t('约辅导员')} otherwise={t('当前账号不是学生，没有辅导员')}>
      <Talks />
    </StudentsOnly>
  )
}
function Talks() {
  const read = useRead(myTalks, {})
  const hasOpen = read.data?.some(one => talkStates.allows(one, 'withdraw')) ?? true
  return (
    <Page title={t('约辅导员')} width="form" actions={hasOpen ? null : <FormButton of={askTalk} input={{}} type="primary" done={t('已告诉辅导员，等约时间')} />}>
      <Loaded of={read} lines={4}>
        {all =>
          all.length ? (
            <Stack>
              {all.map(one => (
                <Talk key={one.id} of={one} />
              ))}
            </Stack>
          ) : (
            <Empty title={t('还没有约过')} />
          )
        }
      </Loaded>
    </Page>
  )
}
function Talk({ of }: { of: AnswerOf<typeof myTalks>[number] }) {
  const topics = useDict(talkTopic)
  return (
    <Sheet title={of.topic ? dictLabel(topics, of.topic) : t('谈谈')} actions={<StateTag of={talkStates} state={of.state} />}>
      <Stack gap={2}>
        {of.at ? <p>{[formatDatetime(of.at), of.place].filter(Boolean).join(' · ')}</p> : null}
        {of.reply ? <p>{t('辅导员：{{words}}', { words: of.reply })}</p> : null}
        {of.words ? <p className="ql-quiet">{of.words}</p> : null}
        <Row spread="between">
          <small className="ql-quiet">{[of.counsellor, formatDatetime(of.askedAt)].filter(Boolean).join(' · ')}</small>
          {talkStates.allows(of, 'withdraw') ? <ActionButton of={withdrawTalk} input={{ id: of.id }} confirm={t('取消后可以另约。')} done={t('已取消')} /> : null}
        </Row>
      </Stack>
    </Sheet>
  )
}
