import { EntityTable, type EntityTableProps } from '#web/records/EntityTable.tsx'
import { MISSING } from '#web/values/format.ts'
import { repairOrder } from '../model/order.ts'
import { Course } from './Course.tsx'
import { TimeLeft } from './TimeLeft.tsx'

type Props = Omit<EntityTableProps<typeof repairOrder>, 'of' | 'columns'>
const SECTIONS = [
  {
    title: '报修',
    fields: ['orderNo', 'state', 'stateNote', 'applicantId', 'callerName', 'enteredById', 'phone', 'place', 'typeId', 'urgencyId', 'description', 'photos', 'enterAlone'],
  },
  {
    title: '处理',
    fields: ['workerId', 'poolReason', 'dueRespond', 'dueArrive', 'dueFinish', 'breachedAt', 'suspendReason', 'resumeOn', 'suspendedMin', 'reopenCount', 'mergedIntoId'],
  },
  { title: '结果', fields: ['arrivedAt', 'doneAt', 'confirmedAt', 'confirmedWay', 'cause', 'costTotal', 'payBy', 'chargeState', 'score'] },
]
/** Orders with the columns that every list of them has. */
export const OrderTable = (props: Props) => (
  <EntityTable<typeof repairOrder>
    of={repairOrder}
    columns={[
      { key: 'orderNo', width: 175 },
      { key: 'place', width: 190, align: 'left' },
      { key: 'typeId', width: 130 },
      { key: 'urgencyId', width: 90 },
      { key: 'state', width: 100 },
      { key: 'workerId', width: 100 },
      { key: 'left', title: '剩余时间', width: 140, render: row => <TimeLeft of={row} /> },
      { key: 'supporters', title: '同报', width: 70, render: row => row.supporterIds?.length || MISSING },
      { key: 'score', width: 80 },
      { key: 'title', hidden: true },
      { key: 'costTotal', hidden: true },
      { key: 'createdAt', hidden: true },
    ]}
    filters={['state', 'urgencyId', 'typeId', 'buildingId', 'workerId', 'createdAt', 'poolReason']}
    detail={{ sections: SECTIONS, extra: row => <Course id={row.id} /> }}
    {...props}
  />
)
