import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { closeSlot, mhSlot, planSlots, slotStates } from '../model/slot.ts'

const VIEWS = { open: { label: '开放', where: { state: 'open' }, sort: ['-start'] }, all: { label: '全部', sort: ['-start'] } } as const
export const about: PageFile['about'] = () => ({
  use: t('咨询师哪些时间可以约，在哪间咨询室。'),
  who: t('心理中心的老师。学生在“心理预约”里看到空闲的时间。'),
  first: t('点“排班”一次排好几周；同一个人或同一间咨询室的时间不能重叠。'),
})
/** 咨询师排班 */
export default function SlotPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof mhSlot>
      of={mhSlot}
      title={t('咨询师排班')}
      views={views}
      toolbar={<FormButton of={planSlots} type="primary" note={t('为自己排班。每段时间一名学生。')} />}
      columns={[
        { key: 'start', width: 150 },
        { key: 'end', width: 150 },
        { key: 'psychologistId', width: 120, align: 'left' },
        { key: 'room', width: 150, align: 'left' },
        { key: 'isOnline', width: 80 },
        { key: 'isTaken', width: 80 },
        { key: 'state', width: 90 },
      ]}
      facts={['psychologistId', 'room', 'isTaken']}
      filters={['psychologistId', 'start', 'room']}
      rowActions={row =>
        slotStates.allows(row, 'close') && Date.parse(row.start) > Date.now()
          ? [<ActionButton key="close" of={closeSlot} input={{ id: row.id }} danger confirm={t('停开后不能再约；已经约了的学生会收到通知。')} />]
          : []
      }
    />
  )
}
