import { Button } from 'antd'
import { ArrowDown, ArrowUp } from 'lucide-react'
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
import { castVote, myVotes } from '../model/vote-actions.ts'
import style from './award.module.css'

type Ballot = NonNullable<AnswerOf<typeof myVotes>[number]>
/** 评奖评优 → 评审投票: a member of a committee orders the candidates on the phone, or abstains. */
export default function VotePage() {
  const read = useRead(myVotes, {})
  return (
    <Page title={t('评审投票')} width="form">
      <Loaded of={read}>
        {rows => (rows.length ? <Stack>{rows.map(row => row && <Ordering key={row.quotaId} of={row} />)}</Stack> : <Empty title={t('现在没有要你投票的评审')} />)}
      </Loaded>
    </Page>
  )
}
function Ordering({ of }: { of: Ballot }) {
  const all = of.rows.flatMap(r => r ?? [])
  const [order, setOrder] = useState<readonly string[]>(all.map(r => r.id))
  const act = useAct(castVote, { done: t('已投票'), changes: ['awardQuota', 'todo'] })
  const swap = (at: number, by: number): void => setOrder(order.with(at, order[at + by] as string).with(at + by, order[at] as string))
  return (
    <Sheet title={`${of.item} · ${of.college}`}>
      <p className="ql-quiet">
        {of.batch} · {t('名额 {{n}} 个', { n: of.quota })}
        {of.hasVoted ? ` · ${of.isAbstained ? t('你已弃权') : t('你已投票')}` : ''}
      </p>
      <p className="ql-help">{t('把你认为最应当获奖的排在最前。计票前可以改，别人看不到你的票。')}</p>
      {act.error ? <Refused what={t('没有投票')} error={act.error} /> : null}
      <ol className={style.ballot}>
        {order.map((id, at) => {
          const row = all.find(r => r.id === id)
          return row ? (
            <li key={id}>
              <div>
                <b>{row.recipient}</b> <small className="ql-quiet">{row.className}</small>
                <small className={style.facts}>{row.values.join(' · ')}</small>
                {row.achievements ? <small className={style.facts}>{row.achievements}</small> : null}
              </div>
              <Button aria-label={t('上移{{name}}', { name: row.recipient })} icon={<ArrowUp size={16} />} disabled={at === 0} onClick={() => swap(at, -1)} />
              <Button aria-label={t('下移{{name}}', { name: row.recipient })} icon={<ArrowDown size={16} />} disabled={at === order.length - 1} onClick={() => swap(at, 1)} />
            </li>
          ) : null
        })}
      </ol>
      <Row gap={3}>
        <Button type="primary" size="large" loading={act.isPending} onClick={() => act.mutate({ quotaId: of.quotaId, isAbstained: false, ids: [...order] })}>
          {t('提交名次')}
        </Button>
        <ActionButton
          of={castVote}
          input={{ quotaId: of.quotaId, isAbstained: true, ids: [] }}
          changes={['awardQuota', 'todo']}
          confirm={t('弃权会记录下来，不影响名次。')}
          done={t('已弃权')}
        >
          {t('弃权')}
        </ActionButton>
      </Row>
    </Sheet>
  )
}
