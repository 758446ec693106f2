import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, formatNumber, MISSING } from '#web/values/format.ts'
import { QUARANTINES, type Quarantine } from '../model/access-event.ts'
import { correctTime, quarantineList, remap } from '../model/device-actions.ts'
import style from './access.module.css'

type Line = AnswerOf<typeof quarantineList>[number]
const isReason = (text: string | null): text is Quarantine => text !== null && Object.hasOwn(QUARANTINES, text)

/** 宿舍管理 → 安全门禁 → 待核对记录: quarantined records and their correction. */
export default function QuarantinePage() {
  const [params, , put] = useOwnParams()
  const given = params.get('reason')
  const reason = isReason(given) ? given : null
  const read = useRead(quarantineList, reason ? { reason } : {})
  const { data: lines } = read
  const [curing, setCuring] = useState<Line>()
  return (
    <Page title={t('待核对记录')}>
      <p className={style.sentence}>{t('这些记录先不计入任何判断；对应到学生、校正时间或建好设备后自动生效。')}</p>
      <Row className={style.tools}>
        <Segmented
          value={reason ?? 'all'}
          options={[{ value: 'all', label: t('全部') }, ...Object.entries(QUARANTINES).map(([value, label]) => ({ value, label: t(label) }))]}
          onChange={next => put({ reason: next === 'all' ? undefined : next })}
        />
      </Row>
      {lines ? null : <Loading of={read} lines={6} />}
      {lines?.length === 0 ? <Empty title={t('没有待核对的记录')} /> : null}
      {lines?.length ? (
        <Sheet label={t('待核对记录')} isBare>
          <PlainTable
            label={t('待核对记录')}
            rows={lines}
            keyOf={l => `${l.reason} ${l.personNo} ${l.deviceCode}`}
            columns={[
              [t('原因'), l => t(QUARANTINES[l.reason])],
              [t('人员编号'), l => l.personNo ?? MISSING],
              [t('设备'), l => l.deviceName ?? l.deviceCode],
              [t('条数'), l => formatNumber(l.count)],
              [t('最早'), l => formatDatetime(l.firstAt)],
              [t('最近'), l => formatDatetime(l.lastAt)],
              [t('处理'), l => <Cure line={l} onCure={() => setCuring(l)} />],
            ]}
          />
        </Sheet>
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
    </Page>
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
