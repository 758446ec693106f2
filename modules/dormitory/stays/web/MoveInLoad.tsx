import { Button, DatePicker } from 'antd'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { fromDate, toDate } from '#web/inputs/time.ts'
import { classes } from '#web/layout/classes.ts'
import { Columns, Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatNumber } from '#web/values/format.ts'
import { moveInLoad, setMoveInSlot } from '../model/move-in-actions.ts'
import style from './move-in.module.css'
import { dayText, hoursText, spanText } from './move-in-labels.ts'

/** Maximum delay of a board. */
const EVERY_MS = 2000
type Data = AnswerOf<typeof moveInLoad>
type Dorm = Data['dorms'][number]
type Slot = Dorm['slots'][number]
interface Props {
  day: string | undefined
  onDay: (day: string) => void
  /** Opens the students who chose a slot. */
  onSlot: (slot: string) => void
}
/** Load per half hour of a day by building. */
export function LoadBoard({ day, onDay, onSlot }: Props) {
  const [edited, setEdited] = useState<Slot>()
  const mayEdit = useCan(setMoveInSlot.permission)
  const read = useRead(moveInLoad, day ? { day } : {}, { every: EVERY_MS })
  const { data, error } = read
  if (!data) return <Loading of={read} lines={10} />
  const days = new Set(data.days)
  return (
    <>
      <Row className={style.day}>
        <DatePicker
          value={fromDate(data.day ?? undefined)}
          allowClear={false}
          inputReadOnly
          aria-label={t('日期')}
          disabledDate={d => !days.has(d.format('YYYY-MM-DD'))}
          onChange={d => onDay(toDate(d) ?? '')}
        />
        {data.day ? <span role="status">{totalText(data)}</span> : null}
      </Row>
      {error ? <p className="ql-problem">{t('没有连上网络，数字可能已经过时')}</p> : null}
      {data.dorms.length ? null : <Empty title={data.day ? t('{{day}} 没有发布到校时段', { day: dayText(data.day) }) : t('还没有发布到校时段')} />}
      <Columns min={400}>
        {data.dorms.map(d => (
          <DormCard key={d.id} of={d} now={Date.parse(data.now)} onSlot={onSlot} onEdit={mayEdit ? setEdited : undefined} />
        ))}
      </Columns>
      {edited ? (
        <ActionForm
          of={setMoveInSlot}
          input={{ id: edited.id }}
          initial={{ places: edited.places }}
          title={t('{{slot}} 的人数', { slot: spanText(edited) })}
          note={<p className="ql-help">{t('已约 {{n}} 人。之后改入住预约的每段人数时，单独改过的时段不变。', { n: edited.chosen })}</p>}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </>
  )
}
function totalText({ dorms }: Data): string {
  const sum = (key: 'places' | 'chosen' | 'came' | 'arrived'): number => dorms.reduce((n, d) => n + (d?.[key] ?? 0), 0)
  return t('名额 {{places}}，已预约 {{chosen}}，其中 {{came}} 人已到；当天入住 {{arrived}} 人。', {
    places: formatNumber(sum('places')),
    chosen: formatNumber(sum('chosen')),
    came: formatNumber(sum('came')),
    arrived: formatNumber(sum('arrived')),
  })
}
interface CardProps {
  of: Dorm
  now: number
  onSlot: (slot: string) => void
  /** Edits a slot's capacity, if permitted. */
  onEdit: ((slot: Slot) => void) | undefined
}
const DormCard = ({ of, now, onSlot, onEdit }: CardProps) => (
  <Sheet
    title={of.dorm}
    note={[
      t('预约 {{chosen}}/{{places}}', { chosen: formatNumber(of.chosen), places: formatNumber(of.places) }),
      t('待到 {{n}}', { n: formatNumber(of.chosen - of.came) }),
      t('当天入住 {{n}}', { n: formatNumber(of.arrived) }),
      of.unchosen ? t('未预约 {{n}}', { n: formatNumber(of.unchosen) }) : '',
    ]
      .filter(Boolean)
      .join(' · ')}
    className={style.dorm}
  >
    <ol className={onEdit ? style.editable : ''}>
      {of.slots.map(s => (
        <SlotRow key={s.id} of={s} now={now} onOpen={() => onSlot(s.id)} onEdit={onEdit && Date.parse(s.beginAt) > now ? () => onEdit(s) : undefined} />
      ))}
    </ol>
    <Row as="p" className={style.key} aria-hidden="true">
      <i className={style.came} /> {t('已到')} <i className={style.due} /> {t('待到')} <i /> {t('空余')}
    </Row>
  </Sheet>
)
function SlotRow({ of, now, onOpen, onEdit }: { of: Slot; now: number; onOpen: () => void; onEdit: (() => void) | undefined }) {
  const share = (n: number): string => `${(n * 100) / Math.max(1, of.places)}%`
  const isNow = now >= Date.parse(of.beginAt) && now < Date.parse(of.endAt)
  const due = of.chosen - of.came
  return (
    <li className={isNow ? style.now : ''}>
      <button type="button" className={style.slot} onClick={onOpen} aria-current={isNow ? 'time' : undefined}>
        <b>{hoursText(of)}</b>
        <i className={style.bar} aria-hidden="true">
          <i className={style.came} style={{ width: share(of.came) }} />
          <i className={style.due} style={{ width: share(due) }} />
        </i>
        <span>{`${of.chosen}/${of.places}`}</span>
        <small>{[due ? t('待到 {{n}}', { n: due }) : '', of.arrived ? t('入住 {{n}}', { n: of.arrived }) : ''].filter(Boolean).join(' · ')}</small>
      </button>
      {onEdit ? (
        <Button
          className={classes(style.edit)}
          type="text"
          icon={<Pencil size={15} />}
          aria-label={t('改 {{slot}} 的人数', { slot: hoursText(of) })}
          title={t(setMoveInSlot.label)}
          onClick={onEdit}
        />
      ) : null}
    </li>
  )
}
