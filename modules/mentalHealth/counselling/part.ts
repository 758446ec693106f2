import { definePart } from '#model'
import { bookSlot, counsellingActions, deskAppointments } from './model/actions.ts'
import { mhAppointment } from './model/appointment.ts'
import { destructions, mhDestruction } from './model/destruction.ts'
import { COUNSELLING_MESSAGES } from './model/messages.ts'
import { COUNSELLING_PARAMETERS } from './model/parameters.ts'
import { mhRecord, ownRecords, recordActions, writeRecord } from './model/record.ts'
import { deskReferrals, mhReferral, referralActions, referStudent, sentReferrals } from './model/referral.ts'
import { closeSlot, mhSlot, planSlots } from './model/slot.ts'

/** Hours of psychologists, who has booked them, and what is written of them. Who holds these permissions without being a psychologist, as administrators do, has no hours, and so nothing to read. */
export default definePart({
  code: 'counselling',
  needs: ['attention'],
  entities: [mhSlot, mhAppointment, mhRecord, mhReferral, mhDestruction],
  actions: [planSlots, closeSlot, ...counsellingActions, ...recordActions, ...referralActions, destructions],
  menus: [
    { title: '预约管理', path: '/mentalHealth/appointments', component: 'mentalHealth/AppointmentPage', icon: 'calendar-check', of: [deskAppointments] },
    { title: '咨询记录', path: '/mentalHealth/records', component: 'mentalHealth/RecordPage', icon: 'notebook-pen', of: [ownRecords, writeRecord] },
    { title: '转介受理', path: '/mentalHealth/referralDesk', component: 'mentalHealth/ReferralDeskPage', icon: 'inbox', of: [deskReferrals] },
    { title: '心理转介', path: '/mentalHealth/referrals', component: 'mentalHealth/ReferralPage', icon: 'send', of: [sentReferrals, referStudent] },
    { title: '销毁记录', path: '/mentalHealth/destructions', component: 'mentalHealth/DestructionPage', icon: 'archive', of: [destructions] },
    { title: '咨询师排班', path: '/mentalHealth/slots', component: 'mentalHealth/SlotPage', icon: 'calendar-clock', of: [mhSlot, planSlots, closeSlot] },
    {
      title: '心理预约',
      path: '/mentalHealth/book',
      component: 'mentalHealth/BookPage',
      icon: 'heart-handshake',
      of: [bookSlot],
      own: 'student',
      service: { title: '心理预约', category: 'life' },
    },
  ],
  messages: Object.values(COUNSELLING_MESSAGES),
  parameters: COUNSELLING_PARAMETERS,
  grants: {
    psychologist: [
      'mentalHealth:mhSlot:list',
      planSlots.permission,
      closeSlot.permission,
      deskAppointments.permission,
      writeRecord.permission,
      deskReferrals.permission,
      destructions.permission,
    ],
    fdy: [referStudent.permission],
    student: [bookSlot.permission],
  },
})
