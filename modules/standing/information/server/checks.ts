import sql from 'sql-template-tag'
import { Refusal, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { student } from '#modules/student/model/student.ts'
import { handleAnswers, task } from '#modules/workflow/server/api.ts'
import { checkActions, checkTask, infoCheck, infoCheckLine, ownChecks } from '../model/info-check.ts'
import { INFORMATION_MESSAGES } from '../model/messages.ts'
import { askedFields } from './judge.ts'
import { labelOf } from './policies.ts'
import { settingsOf } from './settings.ts'

export const CHECK_PAGE = '/standing/information/check'
export default [
  ...task(infoCheck, checkActions, checkTask, {
    processType: 'infoCheck',
    audience: 'live',
    answers: { entity: infoCheckLine, round: 'infoCheckId' },
    asks: {
      todo: ({ name }) => ({ text: '完成“{name}”', values: { name } }),
      done: '已核对',
      link: CHECK_PAGE,
      staffLink: '/standing/checks',
      remind: row => ({ event: INFORMATION_MESSAGES.remind, values: { check: row.name, endTime: schoolTimeText(row.endTime) } }),
      remindHours: async db => (await settingsOf(db))['information.remindHours'],
    },
    counts: { correct: sql`count(*) filter (where a.result = 'correct')::int`, changed: sql`count(*) filter (where a.result = 'changed')::int` },
  }),
  ...handleAnswers(infoCheck, infoCheckLine, ownChecks, {
    async check({ db }, { who, form }) {
      const asked = [...(await askedFields(db, who.id))]
      if (form.result === 'correct' && asked.length) throw refusalOf(infoCheckLine, 'asked', { fields: asked.map(labelOf) }, 'result')
      if (form.result === 'changed' && !asked.length) throw refusalOf(infoCheckLine, 'notAsked', {}, 'result')
      const row = await db.unscoped(student).one(who.id) // the caller's own, locked
      if (row.version !== form.recordVersion) throw new Refusal(409, refusalOf(infoCheckLine, 'moved').issues)
      // a new version of the record: what somebody edits on the one before is refused, too
      await db.sourced('self').update(student, who.id, { infoConfirmedAt: new Date().toISOString() }, form.recordVersion)
    },
    columns: () => ({ confirmedAt: new Date().toISOString() }),
  }),
]
