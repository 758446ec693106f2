import { Button, InputNumber, Select } from 'antd'
import { useEffect, useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRefItems } from '#web/inputs/RefSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { formatNumber } from '#web/values/format.ts'
import { allocateQuota } from '../model/quota-actions.ts'

type Line = NonNullable<AnswerOf<typeof allocateQuota>['lines'][number]>
interface Weight {
  coefficient: number
  fixed: number
}
interface Props {
  batch: { id: string; name: string; itemIds: ReadonlyArray<string | null> }
  onClose: () => void
}
/** 40-A6: the quota formula with its basis and result; nothing is stored before it is confirmed. */
export function AllocatePanel({ batch, onClose }: Props) {
  const ids = batch.itemIds.flatMap(id => id ?? [])
  const names = useRefItems('awardItem', {}).data ?? []
  const [itemId, setItem] = useState(ids[0] ?? '')
  const [total, setTotal] = useState<number | null>(null)
  const [weights, setWeights] = useState<Readonly<Record<string, Weight>>>({})
  const [lines, setLines] = useState<readonly Line[]>([])
  const preview = useAct(allocateQuota, { done: false, onDone: answer => setLines(answer.lines.flatMap(l => l ?? [])) })
  const store = useAct(allocateQuota, { onDone: onClose, done: t('名额已分配'), changes: ['awardQuota', 'awardBatch'] })
  const asked = (isStored: boolean) => ({
    ...{ id: batch.id, itemId, total: total ?? 0, store: isStored },
    shares: Object.entries(weights).map(([departmentId, w]) => ({ departmentId, ...w })),
  })
  const look = preview.mutate
  const text = JSON.stringify(asked(false))
  useEffect(() => {
    if (total === null) return
    const timer = setTimeout(() => look(JSON.parse(text)), 300)
    return () => clearTimeout(timer)
  }, [look, text, total])
  const put = (line: Line, part: Partial<Weight>) => setWeights({ ...weights, [line.departmentId]: { coefficient: line.coefficient, fixed: line.fixed, ...part } })
  const error = store.error ?? preview.error
  return (
    <Panel
      open
      size={720}
      title={t('“{{name}}”分配名额', { name: batch.name })}
      onClose={onClose}
      footer={
        <Button type="primary" disabled={!lines.length || preview.isPending} loading={store.isPending} onClick={() => store.mutate(asked(true))}>
          {t('分配名额')}
        </Button>
      }
    >
      <Stack>
        <p className="ql-help">{t('权重 = 符合条件人数 × 系数，先给固定名额，其余按最大余数分配，合计等于总名额。')}</p>
        <Row gap={3}>
          <LabelledInput label={t('奖项')}>
            {id => (
              <Select
                id={id}
                value={itemId}
                popupMatchSelectWidth={false}
                options={ids.map(one => ({ value: one, label: names.find(n => n.id === one)?.label ?? '…' }))}
                onChange={one => {
                  setItem(one)
                  setWeights({})
                }}
              />
            )}
          </LabelledInput>
          <LabelledInput label={t('总名额')}>{id => <InputNumber id={id} min={0} max={100_000} precision={0} value={total} onChange={setTotal} />}</LabelledInput>
        </Row>
        {error ? <Refused what={t('没有分配')} error={error} /> : null}
        {lines.length ? (
          <PlainTable
            label={t('名额')}
            rows={lines}
            keyOf={l => l.departmentId}
            isLong
            columns={[
              [t('学院'), l => l.college, { isHead: true }],
              [t('符合条件'), l => l.heads, { isNumber: true }],
              [
                t('系数'),
                l => (
                  <InputNumber
                    size="small"
                    aria-label={`${l.college} ${t('系数')}`}
                    min={0}
                    max={100}
                    step={0.1}
                    value={l.coefficient}
                    onChange={v => v !== null && put(l, { coefficient: v })}
                  />
                ),
              ],
              [
                t('固定名额'),
                l => (
                  <InputNumber size="small" aria-label={`${l.college} ${t('固定名额')}`} min={0} precision={0} value={l.fixed} onChange={v => v !== null && put(l, { fixed: v })} />
                ),
              ],
              [t('按公式'), l => formatNumber(l.exact, 2), { isNumber: true }],
              [t('名额'), l => <b>{l.quota}</b>, { isNumber: true, foot: lines.reduce((n, l) => n + l.quota, 0) }],
              [t('原名额'), l => l.was, { isNumber: true }],
              [t('已用'), l => l.used, { isNumber: true }],
            ]}
          />
        ) : null}
      </Stack>
    </Panel>
  )
}
