import { Checkbox } from 'antd'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatClock, formatNumber } from '#web/values/format.ts'
import { clearFlags, voidLines } from '../../model/actions.ts'
import { FLAG_STATES, FLAGS } from '../../model/flags.ts'
import { roster } from '../../model/read-actions.ts'
import style from '../sign.module.css'

const EVERY_MS = 10_000
const TONES = { open: 'attention', cleared: 'done', confirmed: 'refused' } as const
/** Flagged lines, reviewed in bulk with a reason (20-SA8). */
export function FlagTray({ occurrenceId }: { occurrenceId: string }) {
  const read = useRead(roster, { occurrenceId, isFlagged: true }, { every: EVERY_MS })
  const { data } = read
  const mayManage = useCan(clearFlags.permission)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  if (!data) return <Loading of={read} lines={6} />
  if (!data.length) return <Empty title={t('没有异常')} />
  const open = data.filter(one => one.flagState === 'open')
  const ids = open.filter(one => chosen.has(one.id)).map(one => one.id)
  const form = { input: { ids }, disabled: !ids.length, changes: ['signOccurrence'], onDone: () => setChosen(new Set()) }
  const toggle = (id: string) => setChosen(now => (now.has(id) ? new Set([...now].filter(x => x !== id)) : new Set([...now, id])))
  return (
    <Sheet title={t('异常')} actions={<p className="ql-quiet">{t('异常只是提示，签到照样有效，由你核实后认可或作废。')}</p>} className={style.seats}>
      {mayManage && open.length ? (
        <Row className={style.tools}>
          <Checkbox
            checked={ids.length === open.length}
            indeterminate={ids.length > 0 && ids.length < open.length}
            onChange={event => setChosen(new Set(event.target.checked ? open.map(o => o.id) : []))}
          >
            {ids.length ? t('已选 {{n}} 人', { n: formatNumber(ids.length) }) : t('全选')}
          </Checkbox>
          <FormButton of={clearFlags} {...form}>
            {t('认可')}
          </FormButton>
          <FormButton of={voidLines} {...form} danger note={t('这 {{n}} 名学生会收到原因。', { n: ids.length })}>
            {t('作废')}
          </FormButton>
        </Row>
      ) : null}
      <ul className={style.seatList}>
        {data.map(one => (
          <li key={one.id}>
            {mayManage && one.flagState === 'open' ? <Checkbox checked={chosen.has(one.id)} onChange={() => toggle(one.id)} aria-label={one.name} /> : null}
            <span className={style.who}>
              <b>{one.name}</b>
              <small>{one.className}</small>
            </span>
            {one.flagState ? <State tone={TONES[one.flagState]}>{t(FLAG_STATES[one.flagState])}</State> : null}
            <small className={style.how}>
              {[...(one.flags ?? []).map(flag => t(FLAGS[flag])), one.signedAt ? formatClock(one.signedAt) : '', one.reason ?? ''].filter(Boolean).join(' · ')}
            </small>
            {one.photoId ? <FileLink id={one.photoId}>{t('看照片')}</FileLink> : null}
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
