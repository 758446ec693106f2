import { Button, Input, Select, Tag } from 'antd'
import { useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { useFields } from '#web/forms/useFields.ts'
import { newKey } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { DIRECTIONS, UNITS } from '../model/item.ts'
import type { Recording } from '../model/record-actions.ts'
import { useFind } from './useFind.ts'

type Desk = AnswerOf<Recording['desk']>
type Item = NonNullable<Desk['items'][number]>
type Pupil = NonNullable<AnswerOf<Recording['people']>[number]>
const LAYOUT = ['occurredOn', 'points', 'quantity', 'reason'] as const
/** Recording of points: item, students by number or class, and what happened. */
export function RecordDesk({ of, title, nothing }: { of: Recording; title: string; nothing: string }) {
  const read = useRead(of.desk, {})
  return (
    <Page title={title} width="form">
      <Loaded of={read}>{data => (data.items.length ? <Desk of={of} desk={data} /> : <Empty title={nothing} />)}</Loaded>
    </Page>
  )
}
const rangeOf = ({ min, max, unit, direction }: Item): string =>
  `${t(DIRECTIONS[direction])} ${min === max ? String(min) : `${min}–${max}`}${unit === 'once' ? '' : ` · ${t(UNITS[unit])}`}`
function Desk({ of, desk }: { of: Recording; desk: Desk }) {
  const items = desk.items.flatMap(i => i ?? [])
  const [item, setItem] = useState<Item>()
  const [chosen, setChosen] = useState<readonly Pupil[]>([])
  const [last, setLast] = useState<{ batchId: string; undoUntil: string; people: number }>()
  const [batchId, setBatchId] = useState(newKey)
  const layout = item?.unit === 'once' ? LAYOUT.filter(f => f !== 'quantity') : LAYOUT
  const act = useAct(of.record, {
    changes: ['pointEntry', 'pointAccount'],
    onDone: ({ people, undoUntil }) => {
      setLast({ batchId, undoUntil, people })
      setBatchId(newKey())
      setChosen([])
    },
  })
  return (
    <Stack>
      {last ? (
        <Row spread="between">
          <span>{t('已登记 {{n}} 人，{{until}} 前可以撤销。', { n: last.people, until: formatDatetime(last.undoUntil) })}</span>
          <ActionButton of={of.undo} input={{ batchId: last.batchId }} changes={['pointEntry', 'pointAccount']} onDone={() => setLast(undefined)} />
        </Row>
      ) : null}
      <Sheet title={t('项目和学生')}>
        <LabelledInput label={t('考核项目')}>
          {id => (
            <Select
              id={id}
              showSearch
              optionFilterProp="label"
              value={item?.id ?? null}
              onChange={chosenId => setItem(items.find(i => i.id === chosenId))}
              options={items.map(i => ({ value: i.id, label: `${i.name}（${rangeOf(i)}）` }))}
            />
          )}
        </LabelledInput>
        <Pupils of={of} desk={desk} chosen={chosen} onChange={setChosen} />
      </Sheet>
      {item ? (
        <What
          key={item.id}
          of={of}
          item={item}
          layout={layout}
          people={chosen.length}
          isBusy={act.isPending}
          error={act.error}
          send={values => act.mutate({ quantity: null, reason: null, ...values, batchId, itemId: item.id, studentIds: chosen.map(p => p.id) } as Parameters<typeof act.mutate>[0])}
        />
      ) : null}
    </Stack>
  )
}
interface WhatProps {
  of: Recording
  item: Item
  layout: ReadonlyArray<(typeof LAYOUT)[number]>
  people: number
  isBusy: boolean
  error: Error | null
  send: (values: Record<string, unknown>) => void
}
function What({ of, item, layout, people, isBusy, error, send }: WhatProps) {
  const form = useFields(of.record.input, layout, { occurredOn: schoolDate(Date.now()), ...(item.min === item.max ? { points: item.min } : {}) })
  const { occurredOn, points, quantity, reason } = form.values
  const isReady = people > 0 && Boolean(occurredOn) && typeof points === 'number' && (item.direction === 'add' || Boolean(reason))
  return (
    <Sheet title={t('登记')}>
      {error ? <Refused what={t('没有登记')} error={error} /> : null}
      <Fields form={form} />
      <Button type="primary" loading={isBusy} disabled={!isReady} onClick={() => send({ occurredOn, points, ...(quantity ? { quantity } : {}), ...(reason ? { reason } : {}) })}>
        {t('给 {{n}} 人{{what}}', { n: people, what: t(DIRECTIONS[item.direction]) })}
      </Button>
    </Sheet>
  )
}
/** Students by card or number, one after the other, or out of a class. */
function Pupils({ of, desk, chosen, onChange }: { of: Recording; desk: Desk; chosen: readonly Pupil[]; onChange: (next: readonly Pupil[]) => void }) {
  const [classId, setClassId] = useState<string>()
  const [number, setNumber] = useState('')
  const find = useFind(of.people)
  const add = (more: readonly Pupil[]) => onChange([...chosen, ...more.filter(p => !chosen.some(c => c.id === p.id))])
  const scan = async () => {
    const studentNo = number.trim()
    if (!studentNo) return
    const found = await find.run({ classId: null, studentNo })
    add(found)
    if (found.length) setNumber('')
  }
  const wholeClass = useRead(of.people, { classId: classId ?? null, studentNo: null }, { enabled: Boolean(classId) })
  return (
    <Stack gap={2}>
      <LabelledInput label={t('学号')} help={t('扫学生卡，或输入学号后按回车')}>
        {id => <Input id={id} value={number} onChange={e => setNumber(e.target.value)} onPressEnter={() => void scan()} />}
      </LabelledInput>
      {find.missing ? <p className="ql-help">{t('学号 {{no}} 没有找到，或者不在你登记的范围内', { no: find.missing })}</p> : null}
      <LabelledInput label={t('班级')}>
        {id => (
          <Row>
            <Select
              id={id}
              showSearch
              allowClear
              optionFilterProp="label"
              style={{ minWidth: 180 }}
              value={classId ?? null}
              onChange={(next: string | null) => setClassId(next ?? undefined)}
              options={desk.classes.flatMap(c => (c ? [{ value: c.id, label: c.name }] : []))}
            />
            <Button disabled={!wholeClass.data?.length} onClick={() => add((wholeClass.data ?? []).flatMap(p => p ?? []))}>
              {t('加入全班')}
            </Button>
          </Row>
        )}
      </LabelledInput>
      {chosen.length ? (
        <Row role="group" aria-label={t('已选学生')}>
          {chosen.map(p => (
            <Tag key={p.id} closable onClose={() => onChange(chosen.filter(c => c.id !== p.id))}>
              {p.name} {p.studentNo}
            </Tag>
          ))}
        </Row>
      ) : null}
    </Stack>
  )
}
