import { Button, Select } from 'antd'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { RESULTS } from '../../items/model/checks.ts'
import { decideReview, nominateAward, takeBackNomination } from '../model/actions.ts'
import { awardStates } from '../model/application-row.ts'
import { BATCH_CHANGES } from './changes.ts'
import type { Candidate, Field } from './Ranking.tsx'

interface Props {
  of: Field
  rows: readonly Candidate[]
  label?: string
  choose?: (row: Candidate) => ReactNode
  move?: ((at: number, by: number) => void) | undefined
}
/** Candidates with rank, facts, checks and exclusions, and what may be done with each. */
export function CandidateTable({ of, rows, label = t('申报排名'), choose, move }: Props) {
  return (
    <PlainTable
      label={label}
      caption={label}
      rows={rows}
      keyOf={r => r.id}
      isCardsOnPhone
      empty={t('还没有审批通过的申报')}
      columns={[
        choose ? [t('比较'), choose] : null,
        choose ? [t('名次'), r => <Move at={rows.indexOf(r)} last={rows.length - 1} move={move} />] : null,
        [t('姓名'), r => <Who of={r} />, { isHead: true }],
        [t('班级'), r => r.className],
        ...of.facts.map((fact, n) => [fact ?? '', (r: Candidate) => r.values[n] ?? '—', { isNumber: true, key: `fact${n}` }] as const),
        [t('条件'), r => <Checks of={r} />],
        [t('互斥'), r => r.warnings.join('、') || '—'],
        [t('状态'), r => <StateTag of={awardStates} state={r.state} />],
        [t('办理'), r => <Acts of={r} field={of} />],
      ]}
    />
  )
}
function Move({ at, last, move }: { at: number; last: number; move: ((at: number, by: number) => void) | undefined }) {
  return (
    <Row gap={1}>
      {at + 1}
      {move ? (
        <>
          <Button type="text" size="small" aria-label={t('上移')} icon={<ArrowUp size={14} />} disabled={at === 0} onClick={() => move(at, -1)} />
          <Button type="text" size="small" aria-label={t('下移')} icon={<ArrowDown size={14} />} disabled={at === last} onClick={() => move(at, 1)} />
        </>
      ) : null}
    </Row>
  )
}
const Who = ({ of }: { of: Candidate }) => (
  <>
    {of.recipient}
    <small className="ql-quiet">
      {' '}
      {[of.studentNo, of.isOutstanding && t('突出表现'), of.isOffered && t('递补'), of.medianRank !== null && t('中位数 {{n}}', { n: of.medianRank })].filter(Boolean).join(' · ')}
    </small>
    {of.reviewReason ? <small className="ql-quiet"> {of.reviewReason}</small> : null}
  </>
)
/** What is not simply met. */
function Checks({ of }: { of: Candidate }) {
  const open = of.checks.flatMap(c => (c && c.result !== 'pass' ? [`${c.name}（${t(RESULTS[c.result])}）`] : []))
  return <>{open.length ? open.join('、') : t('全部符合')}</>
}
function Acts({ of: row, field }: { of: Candidate; field: Field }) {
  const [level, setLevel] = useState(row.suggested ?? field.levels.at(-1)?.name ?? '')
  const input = { id: row.id }
  if (row.state === 'nominated') return <FormButton of={takeBackNomination} input={input} changes={BATCH_CHANGES} note={t('名额退回学院，下一名会被提示递补。')} />
  if (row.state === 'review') return <FormButton of={decideReview} input={input} changes={BATCH_CHANGES} note={t('不保留的，名额退回学院，下一名会被提示递补。')} />
  if (row.state !== 'approved') return row.level
  return (
    <Row gap={1}>
      {field.levels.length > 1 ? (
        <Select
          size="small"
          aria-label={t('等级')}
          value={level}
          popupMatchSelectWidth={false}
          options={field.levels.flatMap(l => (l ? [{ value: l.name, label: `${l.name} ${l.used}/${l.seats}` }] : []))}
          onChange={setLevel}
        />
      ) : null}
      <ActionButton of={nominateAward} input={{ ...input, level }} changes={BATCH_CHANGES} done={t('已推荐')} />
    </Row>
  )
}
