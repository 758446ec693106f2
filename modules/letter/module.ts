import { defineModule } from '#model'
import { checkLetters, confirmAddress, letterActions, ownActions, resumeBatch, runActions, submitRun, voidLetter } from './model/actions.ts'
import { admissionLetter } from './model/admission-letter.ts'
import './model/flow.ts'
import { letterBatch } from './model/letter-batch.ts'
import { letterRun } from './model/letter-run.ts'
import { letterWaybill, waybillEvent } from './model/letter-waybill.ts'
import { LETTER_MESSAGES } from './model/messages.ts'
import { LETTER_PARAMETERS } from './model/parameters.ts'
import { scanEnvelope, sendingActions, sendLetters } from './model/sending-actions.ts'
import { sendingStatistics } from './model/statistics.ts'

const READ = ['letter:admissionLetter:list', 'letter:admissionLetter:export', 'letter:admissionLetter:reveal']
const KEEP = ['letter:admissionLetter:update', checkLetters.permission, voidLetter.permission]
const RUNS = ['letter:letterRun:list', submitRun.permission]
const BATCHES = ['letter:letterBatch:list', resumeBatch.permission, 'letter:letterBatch:markPrinted']
const read = (of: string): string[] => [`letter:${of}:list`, `letter:${of}:export`]
const SEND = [...read('letterWaybill'), 'letter:letterWaybill:add', 'letter:letterWaybill:remove', 'letter:letterWaybill:import', scanEnvelope.permission, sendLetters.permission]
const TRACK = [...read('waybillEvent'), 'letter:waybillEvent:add', 'letter:waybillEvent:import']

export default defineModule({
  code: 'letter',
  name: '录取通知书',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'admission'],
  entities: [admissionLetter, letterRun, letterBatch, letterWaybill, waybillEvent],
  subjects: [admissionLetter],
  actions: [...letterActions, ...runActions, ...ownActions, ...sendingActions, sendingStatistics, sendingStatistics.sheet],
  menus: [
    {
      title: '录取通知书',
      icon: 'mail',
      domain: 'student',
      children: [
        { title: '通知书', path: '/letter/letters', component: 'letter/LetterPage', icon: 'list-checks', of: [...READ, ...KEEP] },
        { title: '生成申请', path: '/letter/runs', component: 'letter/RunPage', icon: 'stamp', of: RUNS },
        { title: '打印批次', path: '/letter/batches', component: 'letter/BatchPage', icon: 'printer', of: BATCHES },
        { title: '封装和交寄', path: '/letter/sending', component: 'letter/SendingPage', icon: 'send', of: SEND },
        { title: '物流', path: '/letter/events', component: 'letter/EventPage', icon: 'map-pin', of: TRACK },
        { title: '寄递统计', path: '/letter/statistics', component: 'letter/StatisticsPage', icon: 'chart-column', of: [sendingStatistics] },
        { title: '我的通知书', hidden: true, of: [confirmAddress] },
      ],
    },
  ],
  pages: [{ path: '/welcome/letter', title: '我的通知书', component: 'letter/MyLetterPage', access: 'signedIn', frame: 'bare', isEntry: true }],
  messages: Object.values(LETTER_MESSAGES),
  parameters: LETTER_PARAMETERS,
  grants: {
    admissions: [...READ, ...KEEP, ...RUNS, ...BATCHES, ...SEND, ...TRACK, sendingStatistics.permission],
    officer: [...READ, ...read('letterWaybill'), ...read('waybillEvent'), sendingStatistics.permission],
    college: READ,
    newStudent: [confirmAddress.permission],
  },
})
