import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { schoolClock } from '#model/school-time.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { type CurfewException, curfewProfile, tonightHours } from '../model/curfew.ts'
import { nightAt } from '../model/night.ts'
import { ExceptionsInput } from './ExceptionsInput.tsx'
import style from './setup.module.css'

const LAYOUT: LayoutOf<typeof curfewProfile> = [
  { fields: ['name', 'curfewWorkday', 'curfewFree', 'cutOff', 'gateOpening'] },
  { title: '特殊日期', fields: [{ field: 'exceptions', render: (props: Parameters<typeof ExceptionsInput>[0]) => <ExceptionsInput {...props} /> }] },
]
export const about: PageFile['about'] = () => ({
  use: t('每栋楼几点关门、几点算未归、几点开门，工作日、休息日和特殊日期各是多少。'),
  who: t('学工处设置，宿管能看到自己楼的时间。'),
  first: t('先设一个默认方案，再给个别楼或个别日子设不同的时间；当晚以哪个时间为准，在下面的表里看。'),
})
/** Curfew profiles, and the effective hours of a night. */
export default function CurfewPage() {
  return (
    <>
      <EntityTable
        of={curfewProfile}
        columns={[
          { key: 'name', width: 180 },
          'curfewWorkday',
          'curfewFree',
          'cutOff',
          'gateOpening',
          { key: 'exceptions', title: '特殊日期', width: 240, render: row => <Dates given={row.exceptions} /> },
        ]}
        form={{ layout: LAYOUT, size: 720 }}
      />
      <Night />
    </>
  )
}
const Dates = ({ given }: { given: readonly CurfewException[] | null }) => <>{given?.length ? given.map(x => formatDate(x.date)).join(t('、')) : '—'}</>

/** Effective hours of each building, with swapped workdays and exceptions. */
function Night() {
  const [night, setNight] = useState(() => nightAt(new Date().toISOString()))
  const read = useRead(tonightHours, { night })
  const { data } = read
  return (
    <Sheet
      title={t('各楼当晚归寝时间')}
      actions={<DatePicker aria-label={t('日期')} allowClear={false} value={dayjs(night)} onChange={day => day && setNight(day.format('YYYY-MM-DD'))} />}
      className={style.night}
    >
      {data ? (
        <PlainTable
          label={t('当晚的时刻')}
          rows={data}
          keyOf={h => h.id}
          columns={[
            [t('宿舍楼'), h => h.fullName],
            [t('归寝时间'), h => schoolClock(h.curfew)],
            [t('未归时刻'), h => schoolClock(h.cutOff)],
            [t('开门时刻'), h => schoolClock(h.gateOpening)],
          ]}
        />
      ) : (
        <Loading of={read} lines={4} />
      )}
    </Sheet>
  )
}
