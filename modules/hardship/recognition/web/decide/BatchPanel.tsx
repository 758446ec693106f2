import { InputNumber, Slider } from 'antd'
import { useDeferredValue, useState } from 'react'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import type { Shown } from '#web/records/columns.ts'
import { RecordDetail } from '#web/records/RecordDetail.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime, formatMoney } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { aidLevel } from '../../../levels/model/dictionaries.ts'
import { confirmLevels, rescore, simulateThresholds } from '../../model/actions.ts'
import { aidBatch } from '../../model/batch.ts'
import { Comparison } from './Comparison.tsx'

type Simulated = AnswerOf<typeof simulateThresholds>
interface Props {
  batch: Shown<typeof aidBatch>
  onClose: () => void
}
/** A batch: what its score lines give, to be moved and tried, and the confirmation. */
export function BatchPanel({ batch, onClose }: Props) {
  const mayConfirm = useCan(confirmLevels.permission) && batch.state !== 'draft'
  return (
    <Panel open title={batch.name} onClose={onClose} size={720}>
      <Stack>
        {mayConfirm ? <Decision batch={batch} onClose={onClose} /> : null}
        <RecordDetail of={aidBatch} id={batch.id} except={['processType', 'audience', 'quotas', 'thresholds', 'conditions', 'levelAmounts']} />
      </Stack>
    </Panel>
  )
}
type Line = { level: string; from: number }
function Decision({ batch: { id, name, phase }, onClose }: Props) {
  const [moved, setMoved] = useState<readonly Line[]>([])
  const asked = useDeferredValue(moved)
  const read = useRead(simulateThresholds, { id, ...(asked.length ? { thresholds: [...asked] } : {}) }, { keeps: true })
  const { data } = read
  if (!data) return <Loading of={read} lines={8} />
  const lines = moved.length ? moved : data.thresholds.flatMap(l => l ?? [])
  const input = { id, ...(moved.length ? { thresholds: [...moved] } : {}) }
  return (
    <>
      <Outcome of={data} />
      {data.confirmedAt ? (
        <p>{t('{{by}}在 {{time}} 确认', { by: data.confirmedBy ?? '', time: formatDatetime(data.confirmedAt) })}</p>
      ) : (
        <>
          <Lines lines={lines} onChange={setMoved} />
          <Moved of={data} />
          <Row>
            {phase === 'closed' ? (
              <ActionButton
                of={confirmLevels}
                input={input}
                type="primary"
                changes={['aidRecognition', 'aidLevelSpan']}
                confirm={t('按以上分数线确认“{{name}}”：认定 {{n}} 人，确认后不能再改，并开始公示。', { name, n: data.recognised })}
                onDone={onClose}
              />
            ) : (
              <p className="ql-help">{t('批次结束后才能确认。')}</p>
            )}
            <FormButton of={rescore} input={{ id }} changes={['aidRecognition']} note={t('原来的得分会保留，重新计分后可以对照。')} done={t('正在重新计分')} />
          </Row>
        </>
      )}
      <Comparison batchId={id} />
    </>
  )
}
function Outcome({ of }: { of: Simulated }) {
  const levels = useDict(aidLevel)
  const last = new Map(of.lastYear.flatMap(l => (l ? [[l.level, l.count] as const] : [])))
  return (
    <>
      <Figures label={t('认定结果')}>
        <Figure label={t('申请')} value={of.applied} />
        <Figure label={t('未审批完')} value={of.waiting} />
        <Figure label={t('认定')} value={of.recognised} />
        <Figure label={t('需要资金')} value={formatMoney(of.cost)} />
        {of.budget === null ? null : <Figure label={of.fund ? t('{{fund}}剩余', { fund: of.fund }) : t('资助预算')} value={formatMoney(of.budget)} />}
      </Figures>
      {of.budget !== null && of.cost > of.budget ? <p role="alert">{t('按这些分数线要超出 {{amount}}。', { amount: formatMoney(of.cost - of.budget) })}</p> : null}
      <PlainTable
        label={t('按等级')}
        rows={of.byLevel}
        keyOf={l => l.level ?? ''}
        columns={[
          [t('等级'), l => dictLabel(levels, l.level ?? ''), { isHead: true }],
          [t('人数'), l => l.count, { isNumber: true }],
          [t('去年'), l => last.get(l.level) ?? 0, { isNumber: true }],
        ]}
      />
      <Groups label={t('按学院')} rows={of.byCollege} />
      <Groups label={t('按班级')} rows={of.byClass} />
    </>
  )
}
function Groups({ label, rows }: { label: string; rows: Simulated['byCollege'] }) {
  const levels = useDict(aidLevel)
  return (
    <PlainTable
      label={label}
      rows={rows}
      keyOf={g => g.name}
      isLong
      columns={[
        [label, g => g.name, { isHead: true }],
        [t('申请'), g => g.applied, { isNumber: true }],
        ...levels.map(
          ({ key, label: title }) => [title, (g: NonNullable<Simulated['byCollege'][number]>) => g.byLevel.find(l => l?.level === key)?.count ?? 0, { isNumber: true }] as const,
        ),
      ]}
    />
  )
}
/** 40-D8: score lines to be moved; nothing is stored until they are confirmed. */
function Lines({ lines, onChange }: { lines: readonly Line[]; onChange: (next: readonly Line[]) => void }) {
  const levels = useDict(aidLevel)
  const put = (level: string, from: number) => onChange(lines.map(l => (l.level === level ? { level, from } : l)))
  return (
    <Stack gap={2}>
      <h3>{t('分数线')}</h3>
      {lines.map(({ level, from }) => (
        <Row key={level} spread="between">
          <span>{dictLabel(levels, level)}</span>
          <Slider style={{ flex: 1, minWidth: 160 }} min={0} max={100} step={0.5} value={from} aria-label={dictLabel(levels, level)} onChange={value => put(level, value)} />
          <InputNumber min={0} max={100} precision={2} value={from} aria-label={dictLabel(levels, level)} onChange={value => put(level, value ?? 0)} />
        </Row>
      ))}
    </Stack>
  )
}
function Moved({ of }: { of: Simulated }) {
  const levels = useDict(aidLevel)
  const name = (level: string | null) => (level ? dictLabel(levels, level) : t('不认定'))
  return of.movedCount ? (
    <PlainTable
      label={t('{{n}} 人的等级会变', { n: of.movedCount })}
      rows={of.moved}
      keyOf={m => m.recognitionNo}
      isLong
      columns={[
        [t('姓名'), m => m.name, { isHead: true }],
        [t('班级'), m => m.className],
        [t('总分'), m => m.finalScore, { isNumber: true }],
        [t('原来'), m => name(m.before)],
        [t('变为'), m => name(m.after)],
      ]}
    />
  ) : null
}
