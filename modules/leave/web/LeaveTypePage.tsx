import { InputNumber } from 'antd'
import { useId } from 'react'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { MISSING } from '#web/values/format.ts'
import { leaveType, type TypeLevels } from '../model/leave-type.ts'
import style from './leave.module.css'

/** 请假管理 → 类型: every kind of leave with its own rules. */
export default function LeaveTypePage() {
  return (
    <EntityTable<typeof leaveType>
      of={leaveType}
      columns={[
        'name',
        'code',
        { key: 'needsProof', width: 100 },
        { key: 'maxDays', width: 110, render: row => (row.maxDays === null ? MISSING : t('{{n}} 天', { n: row.maxDays })) },
        { key: 'maxPerTerm', width: 110, render: row => (row.maxPerTerm === null ? MISSING : t('{{n}} 天', { n: row.maxPerTerm })) },
        { key: 'advanceHours', width: 110, render: row => (row.advanceHours ? t('{{n}} 小时', { n: row.advanceHours }) : MISSING) },
        { key: 'retroDays', width: 110, render: row => (row.retroDays ? t('{{n}} 天', { n: row.retroDays }) : MISSING) },
        { key: 'levelRules', title: '审批上限', width: 180, render: row => levelsText(row.levelRules) },
        'sensitive',
        'isEnabled',
      ]}
      filters={['isEnabled', 'sensitive']}
      form={{
        layout: [
          { title: '类型', fields: ['code', 'name', 'sort', 'isEnabled', 'sensitive'] },
          { title: '证明', fields: ['needsProof', 'proofLaterDays'] },
          { title: '时间', fields: ['maxDays', 'maxPerTerm', 'advanceHours', 'retroDays', 'leavesCampusDefault'] },
          {
            title: '审批',
            note: t('不填时按学校参数：请假参数里的辅导员和学院审批上限。'),
            fields: [{ field: 'levelRules', help: t('到几天为止由辅导员审批，到几天为止由学院审批，再长由学工处审批'), render: props => <Levels {...props} /> }],
          },
        ],
      }}
    />
  )
}
function levelsText(levels: TypeLevels | null): string {
  const parts = [levels?.fdy === undefined ? '' : t('辅导员 {{n}} 天', { n: levels.fdy }), levels?.college === undefined ? '' : t('学院 {{n}} 天', { n: levels.college })].filter(
    Boolean,
  )
  return parts.length ? parts.join(t('，')) : t('按学校参数')
}
/** Two numbers of days; both empty: the school's default. */
function Levels({ id, value, onChange, disabled, status }: DrawnInput) {
  const second = useId()
  const levels = (value ?? {}) as TypeLevels // the field's declared type, as sent by the server
  const set = (part: { [K in keyof TypeLevels]: TypeLevels[K] | undefined }) => {
    const next = Object.fromEntries(Object.entries({ ...levels, ...part }).filter(([, days]) => typeof days === 'number'))
    onChange(Object.keys(next).length ? next : null)
  }
  const input = (inputId: string, label: string, key: keyof TypeLevels) => (
    <label htmlFor={inputId}>
      {label}
      <InputNumber
        id={inputId}
        min={0}
        max={999}
        value={levels[key] ?? null}
        status={status}
        disabled={disabled}
        suffix={t('天')}
        onChange={days => set({ [key]: days ?? undefined })}
      />
    </label>
  )
  return (
    <Row gap={3} className={style.levels}>
      {input(id, t('辅导员'), 'fdy')}
      {input(second, t('学院'), 'college')}
    </Row>
  )
}
