import { Alert } from 'antd'
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
import { formatDatetime } from '#web/values/format.ts'
import { CAUSES, dissolutionStates } from '../model/dissolution.ts'
import { callVote, castVote, myDissolutions } from '../model/dissolution-actions.ts'
import { Leftovers } from './dissolution/Leftovers.tsx'
import { DISSOLUTION_CHANGES } from './labels.ts'

type Mine = AnswerOf<typeof myDissolutions>
type Vote = NonNullable<Mine['votes'][number]>
type Case = NonNullable<Mine['cases'][number]>
/** 社团注销, for members who vote and heads who call for it. */
export default function MyDissolutionPage() {
  const read = useRead(myDissolutions, {})
  return (
    <Page title={t('社团注销')} width="form">
      <Loaded of={read} lines={6}>
        {({ votes, cases, mayCall }) =>
          votes.length || cases.length || mayCall.length ? (
            <Stack>
              {votes.map(v => v && <OneVote key={v.id} of={v} />)}
              {cases.map(c => c && <OneCase key={c.id} of={c} />)}
              {mayCall.map(
                m =>
                  m && (
                    <Sheet key={m.id} title={m.society} note={t('你是负责人，可以发起成员表决')}>
                      <FormButton
                        of={callVote}
                        input={{ societyId: m.id }}
                        initial={{ days: 7 }}
                        changes={DISSOLUTION_CHANGES}
                        danger
                        note={t('现在的全体成员无记名表决：至少一半投票，其中三分之二赞成，才送审。')}
                        done={t('已通知全体成员')}
                      />
                    </Sheet>
                  ),
              )}
            </Stack>
          ) : (
            <Empty title={t('没有要表决的注销')}>{t('社团发起注销表决时，会通知每个成员。')}</Empty>
          )
        }
      </Loaded>
    </Page>
  )
}
const OneVote = ({ of }: { of: Vote }) => (
  <Sheet title={t('注销“{{society}}”？', { society: of.society })} note={of.voteUntil ? t('{{time}} 截止', { time: formatDatetime(of.voteUntil) }) : undefined}>
    <Stack>
      <p>{of.reason}</p>
      <p className="ql-help">{t('无记名：只累计赞成和反对的票数，不保存谁投了什么；投了不能改。')}</p>
      {of.hasVoted ? (
        <Alert type="success" showIcon title={t('你已经投票')} />
      ) : (
        <Row gap={2}>
          <ActionButton of={castVote} input={{ id: of.id, isFor: true }} changes={DISSOLUTION_CHANGES} confirm={t('投赞成票，投了不能改。')}>
            {t('赞成注销')}
          </ActionButton>
          <ActionButton of={castVote} input={{ id: of.id, isFor: false }} changes={DISSOLUTION_CHANGES} confirm={t('投反对票，投了不能改。')}>
            {t('反对')}
          </ActionButton>
        </Row>
      )}
    </Stack>
  </Sheet>
)
const OneCase = ({ of }: { of: Case }) => (
  <Sheet title={of.society} note={t(CAUSES[of.cause])} actions={<StateTag of={dissolutionStates} state={of.state} />}>
    <Stack>
      <p>{of.reason}</p>
      {of.state === 'voting' && of.voteUntil ? <p className="ql-help">{t('表决到 {{time}}，结束后才有结果。', { time: formatDatetime(of.voteUntil) })}</p> : null}
      {of.voted === null ? null : (
        <p>{t('{{eligible}} 人有表决权，{{voted}} 人投票，{{agreed}} 人赞成', { eligible: of.eligible ?? 0, voted: of.voted, agreed: of.agreed ?? 0 })}</p>
      )}
      {of.state === 'liquidating' ? <Leftovers of={of.leftovers} /> : null}
    </Stack>
  </Sheet>
)
export const about: PageFile['about'] = () => ({
  use: t('社团注销的表决和进度。'),
  who: t('成员表决；负责人发起表决，看还有什么没清。'),
  first: t('表决是无记名的，结束以前谁也看不到票数。'),
})
