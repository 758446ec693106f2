import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, formatNumber } from '#web/values/format.ts'
import { QUARANTINES, type Quarantine } from '../model/access-event.ts'
import { correctTime, quarantineList, remap } from '../model/device-actions.ts'
import './access.css'

type Line = NonNullable<AnswerOf<typeof quarantineList>[number]>
const isReason = (text: string | null): text is Quarantine => text !== null && Object.hasOwn(QUARANTINES, text)

/** 宿舍管理 → 安全门禁 → 待核对记录: quarantined records and their correction. */
export default function QuarantinePage() {
  const [params, , put] = useOwnParams()
  const given = params.get('reason')
  const reason = isReason(given) ? given : null
  const read = useRead(quarantineList, reason ? { reason } : {})
  const { data } = read
  const [curing, setCuring] = useState<Line>()
  const lines = data?.filter(l => l !== null)
  return (
    <div className="dorm-access">
      <header>
        <h1>{t('待核对记录')}</h1>
      </header>
      <p className="dorm-access-sentence">{t('这些记录先不计入任何判断；对应到学生、校正时间或建好设备后自动生效。')}</p>
      <Row className="dorm-access-tools">
        <Segmented
          value={reason ?? 'all'}
          options={[{ value: 'all', label: t('全部') }, ...Object.entries(QUARANTINES).map(([value, label]) => ({ value, label: t(label) }))]}
          onChange={next => put({ reason: next === 'all' ? undefined : next })}
        />
      </Row>
      {lines ? null : <Loading of={read} lines={6} />}
      {lines?.length === 0 ? <Empty title={t('没有待核对的记录')} /> : null}
      {lines?.length ? (
        <section className="ql-sheet dorm-access-scroll" aria-label={t('待核对记录')}>
          <table className="ql-plain">
            <thead>
              <tr>
                {['原因', '人员编号', '设备', '条数', '最早', '最近', '处理'].map(head => (
                  <th key={head}>{t(head)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(l => (
                <tr key={`${l.reason} ${l.personNo} ${l.deviceCode}`}>
                  <td>{t(QUARANTINES[l.reason])}</td>
                  <td>{l.personNo ?? '—'}</td>
                  <td>{l.deviceName ?? l.deviceCode}</td>
                  <td>{formatNumber(l.count)}</td>
                  <td>{formatDatetime(l.firstAt)}</td>
                  <td>{formatDatetime(l.lastAt)}</td>
                  <td>
                    <Cure line={l} onCure={() => setCuring(l)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      {curing?.reason === 'unknownPerson' ? (
        <ActionForm
          of={remap}
          input={{ personNo: curing.personNo ?? '' }}
          title={t('“{{personNo}}”是谁', { personNo: curing.personNo ?? '' })}
          onClose={() => setCuring(undefined)}
          note={<p className="ql-help">{t('以前的 {{n}} 条和以后的记录都算这名学生的。', { n: curing.count })}</p>}
          changes={['accessPerson', 'accessAlert']}
        />
      ) : null}
      {curing?.reason === 'futureTime' ? (
        <ActionForm
          of={correctTime}
          input={{ deviceCode: curing.deviceCode }}
          onClose={() => setCuring(undefined)}
          note={<p className="ql-help">{t('{{n}} 条记录的时间都往前移；设备原来报的时间保留。', { n: curing.count })}</p>}
        />
      ) : null}
    </div>
  )
}
function Cure({ line, onCure }: { line: Line; onCure: () => void }) {
  if (line.reason === 'unknownDevice') return <Link to="/dormitory/access/devices">{t('新建设备')}</Link>
  return (
    <Button type="link" onClick={onCure}>
      {line.reason === 'unknownPerson' ? t('对应学生') : t('校正时间')}
    </Button>
  )
}
