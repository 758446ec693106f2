import { printTemplate } from '#server/print/layout.ts'
import { dormRoom } from '../../places/model/places.ts'
import { dormStay } from '../model/stay.ts'

/** Print templates: 住宿登记表, and the residents' list of a room. */
export default [
  printTemplate(dormStay, {
    code: 'dormStay',
    name: '住宿登记表',
    holder: 'studentId',
    paper: 'A5',
    layout: {
      title: '学生住宿登记表',
      blocks: [
        {
          kind: 'grid',
          columns: 2,
          fields: [
            'stayNo',
            'state',
            'name',
            'studentNo',
            'departmentId',
            'classId',
            'bedId',
            'kind',
            'plannedIn',
            'plannedOut',
            'checkInAt',
            'keyNo',
            'checkOutAt',
            'checkOutReason',
          ],
        },
        { kind: 'text', text: '住宿学生应爱护家具，退宿时交还钥匙。家具有损坏的，在入住后规定时间内申报。' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
  printTemplate(dormRoom, {
    code: 'roomRoster',
    name: '房间名册',
    holder: 'fullName',
    paper: 'A5L',
    layout: {
      title: '{fullName} 住宿名册',
      blocks: [
        { kind: 'table', of: 'dormBed', by: 'roomId', fields: ['bedNo', 'bedType', 'holderName', 'holderNo', 'holderClass', 'bedState'], sort: 'bedNo' },
        { kind: 'text', text: '{today} 打印', align: 'right' },
      ],
    },
  }),
]
