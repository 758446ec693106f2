import { useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { isSchoolYear, schoolYearOf } from '#modules/campus/model/school-year.ts'
import { Bars } from '#web/feedback/Empty.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney, formatNumber } from '#web/values/format.ts'
import { previewRun, runCharges } from '../model/actions.ts'

/** 住宿费计费: preview of a run above the button, updated while typing the year. */
export function RunPanel({ onClose }: { onClose: () => void }) {
  const [initial] = useState(() => ({ xn: schoolYearOf(schoolDate(Date.now())) }))
  return (
    <ActionForm
      of={runCharges}
      initial={initial}
      onClose={onClose}
      note={values => (typeof values.xn === 'string' && isSchoolYear(values.xn) ? <Preview xn={values.xn} /> : null)}
      done={t('已计费')}
    />
  )
}
function Preview({ xn }: { xn: string }) {
  const { data, error } = useRead(previewRun, { xn })
  if (error && !data) return <Refused what={t('没有算出来')} error={error} />
  if (!data) return <Bars lines={2} />
  return (
    <div className="ql-help" role="status">
      <p>
        {t('{{students}} 名学生，{{charges}} 笔，共 {{total}}；新增 {{fresh}} 笔，变化 {{changed}} 笔。重复计费不会多收。', {
          students: formatNumber(data.students),
          charges: formatNumber(data.charges),
          total: formatMoney(data.total),
          fresh: formatNumber(data.fresh),
          changed: data.changed,
        })}
      </p>
      {data.unpriced ? <p className="ql-problem">{t('{{n}} 名学生的房间还没有标准，须先设置：{{rooms}}', { n: data.unpriced, rooms: data.rooms.join(t('、')) })}</p> : null}
    </div>
  )
}
