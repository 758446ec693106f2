import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import { CalendarSync } from 'lucide-react'
import { useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { weekdayOf } from '#modules/campus/model/days.ts'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { weekdayWord } from '#web/home/day.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDate } from '#web/values/format.ts'
import { nightsOfMonth } from '../model/duty-rotation.ts'
import { fillDuty, nightDuty } from '../model/night-duty.ts'

/** 晚点名 → 夜间值班: duty roster of a month, for escalation. */
export default function NightDutyPage() {
  const [params, , put] = useOwnParams()
  const [isFilling, setFilling] = useState(false)
  const mayFill = useCan(fillDuty.permission)
  const given = params.get('month')
  const month = given && nightsOfMonth(given) ? given : schoolDate(Date.now()).slice(0, 7)
  const nights = nightsOfMonth(month) ?? []
  return (
    <>
      <EntityTable<typeof nightDuty>
        key={month}
        of={nightDuty}
        title={t('夜间值班#many')}
        where={{ 'nightDate.ge': nights[0], 'nightDate.le': nights.at(-1) }}
        views={
          <DatePicker
            picker="month"
            allowClear={false}
            inputReadOnly
            aria-label={t('月份')}
            value={dayjs(`${month}-01`)}
            onChange={day => put({ month: day?.format('YYYY-MM') })}
          />
        }
        toolbar={
          mayFill ? (
            <Button icon={<CalendarSync size={16} />} onClick={() => setFilling(true)}>
              {t(fillDuty.label)}
            </Button>
          ) : null
        }
        columns={[
          { key: 'nightDate', width: 190, align: 'left', render: row => `${formatDate(row.nightDate)} ${weekdayWord(weekdayOf(row.nightDate))}` },
          { key: 'departmentId', width: 220, align: 'left', render: row => row.departmentName ?? t('全校') },
          { key: 'teacherId', width: 140 },
          { key: 'phone', width: 160 },
          { key: 'note', width: 200 },
        ]}
        filters={['departmentId', 'teacherId']}
      />
      {isFilling ? <ActionForm of={fillDuty} initial={{ month }} changes={['nightDuty']} onClose={() => setFilling(false)} done={t('已排班')} /> : null}
    </>
  )
}
