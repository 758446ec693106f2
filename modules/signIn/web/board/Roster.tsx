import { Checkbox } from 'antd'
import { useState } from 'react'
import { CallStudent } from '#modules/student/web/CallStudent.tsx'
import { StudentName } from '#modules/student/web/StudentName.tsx'
import { useWhenChanged } from '#web/base/useWhenChanged.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatClock, formatNumber } from '#web/values/format.ts'
import { excuseLines, signByStaff, voidLines } from '../../model/actions.ts'
import { EXCUSES } from '../../model/excuse.ts'
import { roster } from '../../model/read-actions.ts'
import { lineStates } from '../../model/sign-line.ts'
import { TAKEN_WAYS } from '../../model/ways.ts'
import style from '../sign.module.css'

type Seat = AnswerOf<typeof roster>[number]
const MISSING: readonly Seat['state'][] = ['pending', 'absent']
interface Props {
  occurrenceId: string
  classId?: string
  isAll: boolean
  isOver: boolean
  /** Changes with the board's numbers, to refetch the list. */
  version: string
}
/** Present and absent students: call them, or sign for them. */
export function Roster({ occurrenceId, classId, isAll, isOver, version }: Props) {
  const read = useRead(roster, { occurrenceId, ...(classId ? { classId } : {}) })
  const { data, refetch } = read
  const mayManage = useCan(signByStaff.permission)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  useWhenChanged(version, () => void refetch())
  if (!data) return <Loading of={read} lines={6} />
  const shown = data.filter(one => isAll || MISSING.includes(one.state))
  const ids = shown.filter(one => chosen.has(one.id)).map(one => one.id)
  const toggle = (id: string) => setChosen(now => (now.has(id) ? new Set([...now].filter(x => x !== id)) : new Set([...now, id])))
  if (!shown.length) return <Empty title={isOver ? t('没有人缺勤') : t('都到齐了')} />
  return (
    <>
      {mayManage ? <Acts ids={ids} shown={shown} onAll={all => setChosen(new Set(all ? shown.map(s => s.id) : []))} onDone={() => setChosen(new Set())} /> : null}
      <ul className={style.seatList}>
        {shown.map(one => (
          <li key={one.id}>
            {mayManage ? <Checkbox checked={chosen.has(one.id)} onChange={() => toggle(one.id)} aria-label={one.name} /> : null}
            <span className={style.who}>
              <b>
                <StudentName id={one.studentId}>{one.name}</StudentName>
              </b>
              <small>{one.studentNo}</small>
            </span>
            <StateTag of={lineStates} state={one.state} />
            <small className={style.how}>{howText(one)}</small>
            {one.photoId ? <FileLink id={one.photoId}>{t('看照片')}</FileLink> : null}
            {MISSING.includes(one.state) ? <CallStudent id={one.studentId} phone={one.phone} /> : null}
          </li>
        ))}
      </ul>
    </>
  )
}
function howText(one: Seat): string {
  if (one.excuse) return one.reason ? `${t(EXCUSES[one.excuse])} · ${one.reason}` : t(EXCUSES[one.excuse])
  if (!one.signedAt) return one.reason ?? ''
  return [formatClock(one.signedAt), one.way ? t(TAKEN_WAYS[one.way]) : '', one.outAt ? t('{{time}} 签退', { time: formatClock(one.outAt) }) : '', one.reason ?? '']
    .filter(Boolean)
    .join(' · ')
}
function Acts({ ids, shown, onAll, onDone }: { ids: string[]; shown: readonly Seat[]; onAll: (all: boolean) => void; onDone: () => void }) {
  const of = (wanted: readonly Seat['state'][]) => shown.filter(s => ids.includes(s.id) && wanted.includes(s.state)).map(s => s.id)
  const [missing, absent, there] = [of([...MISSING, 'excused', 'voided']), of(MISSING), of(['signed', 'late', 'madeUp'])]
  const changes = ['signOccurrence']
  return (
    <Row className={style.tools}>
      <Checkbox checked={ids.length > 0 && ids.length === shown.length} indeterminate={ids.length > 0 && ids.length < shown.length} onChange={event => onAll(event.target.checked)}>
        {ids.length ? t('已选 {{n}} 人', { n: formatNumber(ids.length) }) : t('全选')}
      </Checkbox>
      {missing.length ? (
        <ActionButton
          of={signByStaff}
          input={{ ids: missing }}
          type="primary"
          changes={changes}
          onDone={onDone}
          confirm={t('{{n}} 名学生人在现场，由老师代签。', { n: formatNumber(missing.length) })}
        >
          {t('代签 {{n}} 人', { n: formatNumber(missing.length) })}
        </ActionButton>
      ) : null}
      {absent.length ? (
        <FormButton of={excuseLines} input={{ ids: absent }} changes={changes} onDone={onDone}>
          {t('记为免签')}
        </FormButton>
      ) : null}
      {there.length ? (
        <FormButton of={voidLines} input={{ ids: there }} changes={changes} onDone={onDone} danger note={t('这 {{n}} 名学生会收到原因。', { n: there.length })}>
          {t('作废')}
        </FormButton>
      ) : null}
    </Row>
  )
}
