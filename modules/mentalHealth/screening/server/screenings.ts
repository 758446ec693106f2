import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { task } from '#modules/workflow/server/api.ts'
import { type Db, rules } from '#server/context.ts'
import { SCREENING_MESSAGES } from '../model/messages.ts'
import { mhScale } from '../model/scale.ts'
import { type MhScreening, mhScreening, screeningRound } from '../model/screening.ts'
import { mhTurnout, turnoutTask } from '../model/turnout.ts'
import { settingsOf } from './settings.ts'

/** Agreed to by whoever answers, so it stays as it was published. */
const FIXED = ['scaleIds', 'consentText', 'isOutside'] as const
async function check(db: Db, { scaleIds, isOutside }: Partial<MhScreening>): Promise<void> {
  const scales = await db.cached(mhScale)
  for (const id of scaleIds ?? []) {
    const scale = id ? scales.get(id) : undefined
    if (!scale?.isEnabled || !(isOutside || scale.items.length)) throw refusalOf(mhScreening, 'notOnline', { scale: scale?.name ?? '' }, 'scaleIds')
  }
}
const records = rules(mhScreening, {
  add: async ({ db }, draft) => check(db, draft),
  async update({ db }, row, patch) {
    const changed = row.state === 'draft' ? undefined : FIXED.find(name => patch[name] !== undefined && !isDeepStrictEqual(patch[name], row[name]))
    if (changed) throw refusalOf(mhScreening, 'frozen', { name: row.name, what: { text: mhScreening.fields[changed].label } }, changed)
    await check(db, { ...row, ...patch })
  },
})
export default [
  records,
  ...task<typeof mhScreening, Record<never, never>, Record<never, never>>(mhScreening, screeningRound, turnoutTask, {
    processType: 'mhScreening',
    audience: 'live',
    async check({ db }, row) {
      if (row.isOutside) throw refusalOf(mhScreening, 'outside', { name: row.name })
      await check(db, row)
    },
    // whoever refused has responded, like whoever answered
    answers: { entity: mhTurnout, round: 'screeningId', isAnswered: sql`a.said is not null` },
    asks: {
      todo: () => ({ text: '有一份问卷请你填写，可以不参加' }),
      done: '已答复',
      link: '/mentalHealth/mine',
      staffLink: '/mentalHealth/screenings',
      remind: row => ({ event: SCREENING_MESSAGES.remind, values: { endTime: schoolTimeText(row.endTime) } }),
      remindHours: async db => (await settingsOf(db)).remindHours,
    },
  }),
]
