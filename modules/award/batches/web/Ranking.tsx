import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { useRead } from '#web/records/useRead.ts'
import { openCollegeNotice } from '../model/actions.ts'
import { awardCandidates, setRanks } from '../model/quota-actions.ts'
import { closeVote, openVote } from '../model/vote-actions.ts'
import { CandidateTable } from './CandidateTable.tsx'
import { ComparePanel } from './ComparePanel.tsx'
import { BATCH_CHANGES } from './changes.ts'

export type Field = AnswerOf<typeof awardCandidates>
export type Candidate = NonNullable<Field['rows'][number]>
const RANKED: readonly string[] = ['approved', 'nominated', 'publicised', 'review', 'reported', 'granted']

/** One item in one college: figures, vote, and the candidates side by side. */
export function Ranking({ id }: { id: string }) {
  const read = useRead(awardCandidates, { id })
  return <Loaded of={read}>{data => <Ranked key={data.rows.map(r => `${r?.id}${r?.rankInCollege}`).join()} id={id} of={data} />}</Loaded>
}
function Ranked({ id, of }: { id: string; of: Field }) {
  const all = of.rows.flatMap(r => r ?? [])
  const given = all.filter(r => RANKED.includes(r.state)).map(r => r.id)
  const [order, setOrder] = useState<readonly string[]>(given)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isComparing, setComparing] = useState(false)
  const isChanged = order.join() !== given.join() || all.some(r => RANKED.includes(r.state) && r.rankInCollege === null)
  const save = useAct(setRanks, { done: t('排名已保存'), changes: BATCH_CHANGES })
  useUnsaved(order.join() !== given.join())
  const swap = (at: number, by: number): void => setOrder(order.with(at, order[at + by] as string).with(at + by, order[at] as string))
  const ranked = order.flatMap(one => all.find(r => r.id === one) ?? [])
  const others = all.filter(r => !RANKED.includes(r.state))
  const choose = (one: string, isOn: boolean): void => setChosen(isOn ? [...chosen, one].slice(-2) : chosen.filter(c => c !== one))
  return (
    <Stack>
      <Figures label={t('名额')}>
        <Figure label={t('名额')} value={of.quota} />
        <Figure label={t('已推荐')} value={of.used} />
        <Figure label={t('剩余')} value={of.quota - of.used} />
        {of.members ? <Figure label={t('投票')} value={`${of.voted} / ${of.members}`} /> : null}
      </Figures>
      {save.error ? <Refused what={t('没有保存排名')} error={save.error} /> : null}
      <Row gap={2}>
        {isChanged && ranked.length ? (
          <Button type="primary" loading={save.isPending} disabled={!of.mayRank} onClick={() => save.mutate({ id, ids: [...order] })}>
            {t('保存排名')}
          </Button>
        ) : null}
        <Button disabled={chosen.length !== 2} onClick={() => setComparing(true)}>
          {t('比较两人')}
        </Button>
        {of.voteState === 'open' ? (
          <ActionButton
            of={closeVote}
            input={{ id }}
            changes={BATCH_CHANGES}
            confirm={t('已有 {{voted}} 人投票，共 {{members}} 人。计票后按名次的中位数排名。', { voted: of.voted, members: of.members })}
            done={t('已计票')}
          />
        ) : (
          <FormButton of={openVote} input={{ id }} changes={BATCH_CHANGES} note={t('成员在手机上给申报排名次，中位数决定排名，可以弃权。')} />
        )}
        {of.needsCollegeNotice ? (
          <ActionButton
            of={openCollegeNotice}
            input={{ id }}
            changes={BATCH_CHANGES}
            confirm={t('公示已推荐的申报。公示前再核对一次条件，情况有变的转为待复核。')}
            done={t('已公示')}
          />
        ) : null}
      </Row>
      <CandidateTable
        of={of}
        rows={ranked}
        choose={row => <Checkbox aria-label={t('选中{{name}}比较', { name: row.recipient })} checked={chosen.includes(row.id)} onChange={e => choose(row.id, e.target.checked)} />}
        move={of.mayRank ? swap : undefined}
      />
      {others.length ? <CandidateTable of={of} rows={others} label={t('还在审批和未入选的')} /> : null}
      {isComparing ? <ComparePanel of={of} rows={chosen.flatMap(one => all.find(r => r.id === one) ?? [])} onClose={() => setComparing(false)} /> : null}
    </Stack>
  )
}
