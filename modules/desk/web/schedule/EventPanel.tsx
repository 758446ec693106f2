import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { InputOf, OutputOf } from '#model'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { useActionForm } from '#web/forms/ActionForm.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import type { DrawnInput, LayoutOf } from '#web/forms/layout.ts'
import { notify } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatSpan } from '#web/values/format.ts'
import { repeatOf, ruleOf } from '../../model/repeat.ts'
import { removeEvent, SOURCES, saveEvent } from '../../model/schedule.ts'
import deskStyle from '../desk.module.css'
import style from './schedule.module.css'
import type { Entry } from './Today.tsx'

type Saved = OutputOf<typeof saveEvent>
const LAYOUT: LayoutOf<typeof saveEvent> = [
  {
    fields: [
      'title',
      'begin',
      'end',
      'allDay',
      'kind',
      'place',
      { field: 'remindMinutes', render: (props: DrawnInput) => <RemindInput {...props} /> },
      { field: 'repeatRule', render: (props: DrawnInput) => <RepeatInput {...props} /> },
      'note',
    ],
  },
]
/** Form of an own appointment. Overlaps are reported after saving, never refused. */
export function EventForm({ entry, initial, onClose }: { entry?: Entry; initial?: Partial<InputOf<typeof saveEvent>>; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  const done = ({ conflicts }: Saved) => {
    close()
    const [first] = conflicts
    if (!first) notify.success(t('日程已保存'))
    else notify.warning(t('日程已保存，但与“{{title}}”{{more}}时间冲突', { title: first.title, more: conflicts.length > 1 ? t('等 {{n}} 项', { n: conflicts.length }) : '' }))
  }
  const { form, isBusy, send } = useActionForm(saveEvent, {
    layout: LAYOUT,
    done: false,
    onDone: done,
    ...(entry ? { input: { id: entry.eventId, version: entry.version } } : {}),
    initial: entry ? startOf(entry) : (initial ?? {}),
  })
  return (
    <Panel
      open={isOpen}
      onClose={close}
      afterClose={onClose}
      title={entry ? t('修改日程') : t('新增日程')}
      footer={
        <div className="ql-acts">
          {entry?.eventId ? (
            <ActionButton
              of={removeEvent}
              input={{ id: entry.eventId }}
              danger
              confirm={t('删除日程“{{title}}”{{all}}。', { title: entry.title, all: entry.repeatRule ? t('和它的所有重复') : '' })}
              onDone={close}
            >
              {t('删除')}
            </ActionButton>
          ) : null}
          <Button onClick={close}>{t('取消')}</Button>
          <Button type="primary" loading={isBusy} onClick={send}>
            {t('保存')}
          </Button>
        </div>
      }
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
      >
        {form.refusal ? <Refused what={t('没有保存')} error={form.refusal} /> : null}
        <Fields form={form} disabled={isBusy} />
        <button type="submit" hidden />
      </form>
    </Panel>
  )
}
/** The stored row; a recurring appointment is edited as a whole. */
const startOf = ({ title, begin, end, allDay, kind, place, remindMinutes, repeatRule, note }: Entry) => ({
  title,
  begin,
  end,
  allDay,
  kind,
  place,
  remindMinutes,
  repeatRule,
  note,
})

function RemindInput({ id, value, onChange, disabled }: DrawnInput) {
  const options = [
    { value: 0, label: t('开始时') },
    ...[5, 15, 30].map(n => ({ value: n, label: t('提前 {{n}} 分钟', { n }) })),
    { value: 60, label: t('提前 1 小时') },
    { value: 1440, label: t('提前 1 天') },
  ]
  return (
    <Select
      id={id}
      allowClear
      disabled={disabled}
      placeholder={t('不提醒')}
      value={typeof value === 'number' ? value : null}
      options={options}
      onChange={next => onChange(next ?? null)}
    />
  )
}
function RepeatInput({ id, value, onChange, disabled }: DrawnInput) {
  const known = typeof value === 'string' ? repeatOf(value) : undefined
  const options = [
    { value: 'DAILY' as const, label: t('每天') },
    { value: 'WEEKLY' as const, label: t('每周') },
    { value: 'MONTHLY' as const, label: t('每月') },
  ]
  return (
    <Row as="span" className={style.repeat}>
      <Select
        id={id}
        allowClear
        disabled={disabled}
        placeholder={t('不重复')}
        value={known?.every ?? null}
        options={options}
        onChange={every => onChange(every ? ruleOf({ interval: known?.interval ?? 1, until: known?.until ?? null, every }) : null)}
      />
      {known ? (
        <label>
          {t('到')}
          <input
            type="date"
            className="ant-input ant-input-outlined"
            disabled={disabled}
            value={known.until ?? ''}
            onChange={event => onChange(ruleOf({ ...known, until: event.target.value || null }))}
          />
        </label>
      ) : null}
    </Row>
  )
}
/** Read-only entry from another source, with a link to it. */
export function EntryPanel({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const time = entry.allDay ? t('全天') : formatSpan(entry.begin, entry.end)
  return (
    <Panel open={isOpen} onClose={() => setOpen(false)} afterClose={onClose} title={entry.title}>
      <dl className="ql-facts">
        <dt>{t('时间')}</dt>
        <dd>{time}</dd>
        <dt>{t('来源')}</dt>
        <dd>{t(SOURCES[entry.source])}</dd>
        {entry.place ? (
          <>
            <dt>{t('地点')}</dt>
            <dd>{entry.place}</dd>
          </>
        ) : null}
        {entry.note ? (
          <>
            <dt>{t('备注')}</dt>
            <dd>{entry.note}</dd>
          </>
        ) : null}
      </dl>
      <p className={deskStyle.quiet}>{t('这一项由{{source}}带入，不能在日程里修改。', { source: t(SOURCES[entry.source]) })}</p>
      {entry.link ? <Link to={entry.link}>{t('去看详情')}</Link> : null}
    </Panel>
  )
}
