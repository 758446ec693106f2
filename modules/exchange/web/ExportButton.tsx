import { Button, DatePicker, InputNumber } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Row } from '#model'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { useRead } from '#web/records/useRead.ts'
import { checkExport, datasets, type makeExport } from '../model/actions.ts'
import type { exportProfile } from '../model/profile.ts'
import { FileButton } from './FileButton.tsx'

type Checked = AnswerOf<typeof checkExport>
type Filter = Readonly<Record<string, unknown>>
/** 40-X2: asks for the rows, checks all of them, and then makes the file; a partial one only on a tick. */
export function ExportButton({ of, profile }: { of: typeof makeExport; profile: Row<typeof exportProfile> }) {
  const [filter, setFilter] = useState<Filter>({})
  const [checked, setChecked] = useState<Checked>()
  const change = (next: Filter) => {
    setFilter(next)
    setChecked(undefined)
  }
  const asks = checked ? [...(checked.bad ? (['isPartial'] as const) : []), ...(checked.isSensitive ? (['password', 'reason'] as const) : [])] : []
  return (
    <FileButton
      key={asks.join()}
      of={of}
      input={{ profileId: profile.id, filter }}
      asks={asks}
      isReady={checked !== undefined && checked.count > 0}
      note={
        <>
          <FilterInputs dataset={profile.dataset} value={filter} onChange={change} />
          <Check profileId={profile.id} filter={filter} onChecked={setChecked} />
          {checked ? <Outcome of={checked} /> : null}
        </>
      }
    />
  )
}
function FilterInputs({ dataset, value, onChange }: { dataset: string; value: Filter; onChange: (next: Filter) => void }) {
  const { data = [] } = useRead(datasets, {})
  const asked = data.find(d => d.code === dataset)?.filter ?? []
  return asked.map(f =>
    f ? (
      <LabelledInput key={f.name} label={f.label}>
        {id =>
          f.kind === 'date' ? (
            <DatePicker
              id={id}
              value={typeof value[f.name] === 'string' ? dayjs(value[f.name] as string) : null}
              onChange={day => onChange({ ...value, [f.name]: day?.format('YYYY-MM-DD') ?? null })}
            />
          ) : f.to ? (
            <RefSelect id={id} to={f.to} value={(value[f.name] as string | undefined) ?? null} label={null} onChange={chosen => onChange({ ...value, [f.name]: chosen })} />
          ) : (
            <InputNumber id={id} value={(value[f.name] as number | undefined) ?? null} onChange={n => onChange({ ...value, [f.name]: n })} />
          )
        }
      </LabelledInput>
    ) : null,
  )
}
function Check({ profileId, filter, onChecked }: { profileId: string; filter: Filter; onChecked: (of: Checked) => void }) {
  const act = useAct(checkExport, { onDone: onChecked, done: false })
  return (
    <>
      <Button loading={act.isPending} onClick={() => act.mutate({ profileId, filter })}>
        {t('检查')}
      </Button>
      {act.error ? <Refused what={t('没有检查成')} error={act.error} /> : null}
    </>
  )
}
/** What the check found, each failing row with the place to mend it. */
export function Outcome({ of }: { of: Pick<Checked, 'count' | 'bad' | 'failing'> }) {
  return (
    <div role="status">
      <p>{of.bad ? t('{{count}} 行中有 {{bad}} 行不符合对方的要求', { count: of.count, bad: of.bad }) : t('{{count}} 行都符合对方的要求', { count: of.count })}</p>
      {of.bad ? (
        <PlainTable
          label={t('不符合的行')}
          rows={of.failing}
          keyOf={f => f.name}
          isLong
          columns={[
            [t('行'), f => (f.link ? <Link to={f.link}>{f.name}</Link> : f.name), { isHead: true }],
            [t('问题'), f => f.problems.join('；')],
          ]}
        />
      ) : null}
    </div>
  )
}
