import { useEffect, useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { Bars } from '#web/feedback/Empty.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney, MISSING } from '#web/values/format.ts'
import { previewRepricing, reprice } from '../model/run-actions.ts'

/** 按变动调整: what changed classes, majors and prices make of issued lines, before it is booked. */
export function RepricePanel({ onClose }: { onClose: () => void }) {
  const [initial] = useState(() => ({ xn: schoolYearOf(schoolDate(Date.now())) }))
  const [digest, setDigest] = useState('')
  return (
    <ActionForm
      of={reprice}
      size={720}
      initial={initial}
      layout={['xn']}
      input={{ digest }}
      isReady={() => digest !== ''}
      onClose={onClose}
      note={({ xn }) => (typeof xn === 'string' && xn.length === 9 ? <Previewed xn={xn} onDigest={setDigest} /> : null)}
      done={t('已按变动调整')}
    />
  )
}
function Previewed({ xn, onDigest }: { xn: string; onDigest: (digest: string) => void }) {
  const { data, error } = useRead(previewRepricing, { xn })
  const digest = data?.count ? data.digest : ''
  useEffect(() => onDigest(digest), [digest, onDigest])
  if (error) return <Refused what={t('没有算出来')} error={error} />
  if (!data) return <Bars lines={4} />
  if (!data.count) return <p className="ql-help">{t('没有要调整的应缴：学生的班级、专业和收费标准都没有变。')}</p>
  return (
    <div role="status">
      <p>{t('{{n}} 笔要调整：增加 {{more}}，减少 {{less}}。原来的应缴不改，只记差额。', { n: data.count, more: formatMoney(data.more), less: formatMoney(data.less) })}</p>
      <PlainTable
        label={t('差额')}
        rows={data.lines}
        keyOf={d => d.lineId}
        isLong
        columns={[
          [t('学生'), d => d.name, { isHead: true }],
          [t('班级'), d => d.className ?? MISSING],
          [t('收费项目'), d => d.item],
          [t('原应收'), d => formatMoney(d.charged), { isNumber: true }],
          [t('现标准'), d => formatMoney(d.price), { isNumber: true }],
          [t('按原标准的月数'), d => d.months, { isNumber: true }],
          [t('差额'), d => formatMoney(d.amount), { isNumber: true }],
        ]}
      />
    </div>
  )
}
