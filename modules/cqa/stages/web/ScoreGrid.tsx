import { Checkbox, Input, InputNumber } from 'antd'
import { useState } from 'react'
import type { Action } from '#model'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { sheetStates } from '../../sheets/model/sheet.ts'
import type { collegeScore, fdyScore, groupGrid, groupScore } from '../model/actions.ts'

export type Grid = AnswerOf<typeof groupGrid>
export type GridRow = NonNullable<Grid['rows'][number]>
type Cell = NonNullable<GridRow['cells'][number]>
type Stage = 'group' | 'fdy' | 'college'
type Save = typeof groupScore | typeof fdyScore | typeof collegeScore
interface Props {
  of: Grid
  stage: Stage
  save: Save
  /** Chosen rows, where they are passed on in batches. */
  chosen?: readonly string[]
  onChoose?: (ids: readonly string[]) => void
  acts?: (row: GridRow) => React.ReactNode
}
/** Students by items: each cell is saved when it is left; Tab leads to the next one. What differs from the stage before is marked. */
export function ScoreGrid({ of, stage, save, chosen = [], onChoose, acts }: Props) {
  const act = useAct(save as Action as Save, { changes: ['cqaGroup', 'cqaSheet'] })
  const rows = of.rows.flatMap(r => r ?? [])
  const items = of.items.flatMap(i => i ?? [])
  return (
    <Stack>
      {act.error ? <Refused what={t('没有保存')} error={act.error} /> : null}
      <PlainTable
        label={t('评分表')}
        rows={rows}
        keyOf={r => r.sheetId}
        isLong
        isCardsOnPhone
        empty={t('这个班没有参加测评的学生')}
        columns={[
          [
            t('学生'),
            r => (
              <Row gap={2}>
                {onChoose && r.mayScore ? (
                  <Checkbox
                    aria-label={t('选择{{name}}', { name: r.name })}
                    checked={chosen.includes(r.sheetId)}
                    onChange={e => onChoose(e.target.checked ? [...chosen, r.sheetId] : chosen.filter(id => id !== r.sheetId))}
                  />
                ) : null}
                <span>
                  {r.name} <span className="ql-quiet">{r.studentNo}</span>
                </span>
              </Row>
            ),
            { isHead: true },
          ],
          [
            t('状态'),
            r => (
              <Row gap={2}>
                <StateTag of={sheetStates} state={r.state} />
                {r.isSelfMissed ? <span className="ql-quiet">{t('未自评')}</span> : null}
              </Row>
            ),
          ],
          ...items.map(
            (item, n) =>
              [
                `${item.name}（${item.max}）`,
                (r: GridRow) => {
                  const cell = r.cells[n]
                  return cell ? (
                    <ScoreCell
                      key={`${cell.version}`}
                      cell={cell}
                      stage={stage}
                      label={`${r.name} ${item.name}`}
                      min={item.min ?? 0}
                      max={item.max ?? 0}
                      disabled={!r.mayScore}
                      onSave={(score, reason) => act.mutate({ sheetId: r.sheetId, indexId: cell.indexId, score, version: cell.version, ...(reason ? { reason } : {}) } as never)}
                    />
                  ) : null
                },
                { key: item.id },
              ] as const,
          ),
          acts ? [t('操作'), acts] : null,
        ]}
      />
    </Stack>
  )
}
interface CellProps {
  cell: Cell
  stage: Stage
  label: string
  min: number
  max: number
  disabled: boolean
  onSave: (score: number, reason: string) => void
}
function ScoreCell({ cell, stage, label, min, max, disabled, onSave }: CellProps) {
  const stored = cell[stage]
  const before = stage === 'group' ? cell.self : stage === 'fdy' ? cell.group : (cell.fdy ?? cell.group)
  const [value, setValue] = useState<number | null>(stored)
  const [reason, setReason] = useState(cell.reason ?? '')
  const isChanged = value !== null && value !== stored
  const differs = value !== null && before !== null && value !== before
  const keep = () => (isChanged ? onSave(value, reason) : undefined)
  return (
    <Stack gap={1}>
      <InputNumber
        aria-label={label}
        placeholder={before === null ? '' : String(before)}
        min={min}
        max={max}
        precision={2}
        disabled={disabled}
        status={differs ? 'warning' : ''}
        value={value}
        onChange={setValue}
        onBlur={stage === 'group' || !differs ? keep : undefined}
        onPressEnter={keep}
      />
      {before !== null && stored !== null && stored !== before ? <span className="ql-quiet">{t('上一环节 {{score}}', { score: before })}</span> : null}
      {stage !== 'group' && differs && !disabled ? (
        <Input
          aria-label={t('{{label}}的原因', { label })}
          placeholder={t('改动原因，学生能看到')}
          maxLength={200}
          value={reason}
          onChange={e => setReason(e.target.value)}
          onBlur={keep}
          onPressEnter={keep}
        />
      ) : null}
    </Stack>
  )
}
