import { Button } from 'antd'
import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { classes } from '#web/layout/classes.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { dutyStates, SHIFTS } from '../model/visitor.ts'
import { dutyLogs, handOver, noteIncident } from '../model/visitor-actions.ts'
import style from './access.module.css'

type Shift = AnswerOf<typeof dutyLogs>['shifts'][number]
type Doing = { act: 'note'; dormId: string | null } | { act: 'handOver'; dormId: string | null; dutyDate: string; shift: Shift['shift'] }

/** 宿舍管理 → 安全门禁 → 值班记录: incidents by shift, and handovers. */
export default function DutyPage() {
  const [params, , put] = useOwnParams()
  const [dormId, before] = [params.get('dormId'), params.get('before')]
  const read = useRead(dutyLogs, { ...(dormId ? { dormId } : {}), ...(before ? { before } : {}) }, { keeps: true })
  const { data } = read
  const may = useCan(handOver.permission)
  const [doing, setDoing] = useState<Doing>()
  const shifts = data?.shifts
  return (
    <Page
      title={t('值班记录')}
      actions={
        may && data ? (
          <>
            <Button onClick={() => setDoing({ act: 'handOver', dormId, ...data.running })}>{t('交接班')}</Button>
            <Button type="primary" icon={<NotebookPen size={16} />} onClick={() => setDoing({ act: 'note', dormId })}>
              {t('记录事件')}
            </Button>
          </>
        ) : null
      }
    >
      {data ? <p className={style.sentence}>{t('当前班次：{{date}} {{shift}}', { date: formatDate(data.running.dutyDate), shift: t(SHIFTS[data.running.shift]) })}</p> : null}
      <Row className={style.tools}>
        <RefSelect to="dormBuilding" aria-label={t('宿舍楼')} placeholder={t('宿舍楼')} value={dormId} onChange={next => put({ dormId: next ?? undefined })} />
        {before ? <Button onClick={() => put({ before: undefined })}>{t('回到最近')}</Button> : null}
      </Row>
      {data ? null : <Loading of={read} lines={8} />}
      {shifts?.length === 0 ? <Empty title={t('这段时间没有值班记录')} /> : null}
      {shifts?.map(s => (
        <ShiftSheet
          key={s.id}
          of={s}
          mayHandOver={may && s.state === 'open'}
          onHandOver={() => setDoing({ act: 'handOver', dormId: s.dormId, dutyDate: s.dutyDate, shift: s.shift })}
        />
      ))}
      {data?.next ? (
        <Button className={classes(style.more)} onClick={() => put({ before: data.next ?? undefined })}>
          {t('更早')}
        </Button>
      ) : null}
      {doing?.act === 'note' ? (
        <ActionForm of={noteIncident} initial={doing.dormId ? { dormId: doing.dormId } : {}} layout={['dormId', 'text', 'studentNos']} onClose={() => setDoing(undefined)} />
      ) : null}
      {doing?.act === 'handOver' ? (
        <ActionForm
          of={handOver}
          initial={{ ...(doing.dormId ? { dormId: doing.dormId } : {}), dutyDate: doing.dutyDate, shift: doing.shift }}
          onClose={() => setDoing(undefined)}
          note={<p className="ql-help">{t('交接后不能再改；没有事情也写一句。')}</p>}
        />
      ) : null}
    </Page>
  )
}
function ShiftSheet({ of, mayHandOver, onHandOver }: { of: Shift; mayHandOver: boolean; onHandOver: () => void }) {
  const title = `${formatDate(of.dutyDate)} ${t(SHIFTS[of.shift])} ${of.dormName}`
  return (
    <Sheet title={title} actions={<StateTag of={dutyStates} state={of.state} />} className={style.card}>
      {of.incidents.length ? (
        <ul className={style.plain}>
          {of.incidents.map(i => (
            <li key={i.id}>
              <span>
                {i.text}
                <small>{[formatDatetime(i.at), i.by, i.students.filter(Boolean).join(t('、'))].filter(Boolean).join(' · ')}</small>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="ql-quiet">{t('没有事件')}</p>
      )}
      {of.handover ? (
        <p>
          <b>{t('交接')}</b> {of.handover} <span className="ql-quiet">{[of.dutyByName, of.handedAt ? formatDatetime(of.handedAt) : null].filter(Boolean).join(' ')}</span>
        </p>
      ) : null}
      {mayHandOver ? (
        <div>
          <Button onClick={onHandOver}>{t('交接班')}</Button>
        </div>
      ) : null}
    </Sheet>
  )
}
