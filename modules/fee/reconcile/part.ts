import { definePart } from '#model'
import { dayActions, diffActions, reconCalendar, reconMorning } from './model/actions.ts'
import { RECON_MESSAGES } from './model/messages.ts'
import { reconDay, statementRow } from './model/recon-day.ts'
import { reconDiff } from './model/recon-diff.ts'

const DAYS = ['fee:reconDay:list', 'fee:reconDay:export', ...dayActions.map(a => a.permission)]
const DIFFS = ['fee:reconDiff:list', 'fee:reconDiff:export', ...diffActions.map(a => a.permission)]

/** Reconciliation: money of every day and account proved against the provider's statement, differences handled by two people, days closed. */
export default definePart({
  code: 'reconcile',
  needs: ['orders', 'bills', 'merchants'],
  entities: [reconDay, statementRow, reconDiff],
  subjects: [reconDay, reconDiff],
  actions: [...dayActions, ...diffActions, reconCalendar, reconMorning],
  menus: [
    { title: '财务早报', path: '/fee/morning', component: 'fee/MorningPage', icon: 'newspaper', of: [reconMorning] },
    { title: '对账', path: '/fee/reconcile', component: 'fee/ReconcilePage', icon: 'calendar-check', of: DAYS },
    { title: '差异处理', path: '/fee/differences', component: 'fee/DifferencePage', icon: 'scale', of: DIFFS },
  ],
  messages: Object.values(RECON_MESSAGES),
  grants: { finance: [...DAYS, ...DIFFS] },
})
