import sql from 'sql-template-tag'
import { mustAllow, refusalOf } from '#model'
import { roundStates } from '#modules/workflow/rounds/model/round.ts'
import { round } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle, rules } from '#server/context.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { type HomeLetter, homeLetter, letterRound } from '../model/home-letter.ts'
import { resumeSending } from '../model/letter-actions.ts'
import { mustCarryAllowed, mustReadAllowed } from './letter-content.ts'
import { startSending } from './send-letter.ts'

/** Sends now, or when its time has come. */
async function begin(db: Db, letter: HomeLetter): Promise<void> {
  if (Date.parse(letter.beginTime) <= Date.now()) await startSending(db, letter.id)
  else await db.update(homeLetter, letter.id, { sending: 'waiting' })
}
export const sendDue = whenDue(homeLetter, {
  when: `t.state = 'published' and t.sending = 'waiting'`,
  at: 'beginTime',
  set: { sending: 'running' },
  async act(db, rows) {
    for (const { id } of rows) await startSending(db, id)
  },
})
/** Goes on where it stood, because the letter is open again. */
const goOn = async (db: Db, { id, sending }: HomeLetter): Promise<void> => {
  if (sending === 'failed') await startSending(db, id)
}
const mustBeRight = async (ctx: Pick<Ctx, 'db' | 'me'>, letter: Pick<HomeLetter, 'content' | 'allowedFields'>): Promise<void> => {
  await mustCarryAllowed(ctx.db, letter)
  mustReadAllowed(ctx, letter)
}
async function check(ctx: Pick<Ctx, 'db' | 'me'>, letter: HomeLetter): Promise<void> {
  await mustBeRight(ctx, letter)
  if (!(await ctx.db.params('login')).siteUrl) throw refusalOf(homeLetter, 'noSite')
}
const WRITTEN = ['content', 'allowedFields', 'contactReason'] as const
const own = rules(homeLetter, {
  async add(ctx, draft) {
    draft.ownerId = ctx.me.userId || null
    draft.teacherId = ctx.me.teacherId
    await mustBeRight(ctx, draft as HomeLetter)
  },
  async update(ctx, row, patch) {
    const changed = WRITTEN.some(key => patch[key] !== undefined && JSON.stringify(patch[key]) !== JSON.stringify(row[key]))
    if (!changed) return
    if (row.state !== 'draft') throw refusalOf(homeLetter, 'sent', { name: row.name, state: { text: roundStates.labels[row.state] } }, 'content')
    await mustBeRight(ctx, { ...row, ...patch } as HomeLetter)
  },
})
const resume = handle(resumeSending, async (ctx, { id }) => {
  const letter = await ctx.db.visible(homeLetter).lock(id)
  mustAllow(homeLetter, letter, 'resumeSending')
  await startSending(ctx.db, id)
})
export default [
  ...round(homeLetter, letterRound, {
    processType: 'homeLetter',
    audience: 'frozen',
    among: async db => sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null`,
    link: '/family/mine',
    // students are told what a letter says of them, not that there is one
    announces: false,
    check,
    published: ({ db }, letter) => begin(db, letter),
    resumed: ({ db }, letter) => goOn(db, letter),
    reopened: ({ db }, letter) => goOn(db, letter),
    copied: async ({ db, me }, _from, to) => void (await db.update(homeLetter, to.id, { ownerId: me.userId || null, teacherId: me.teacherId, sending: 'none', sendNote: null })),
  }),
  own,
  resume,
  deadlines('family.letters', '致家长信发送', '*/5 * * * *', [sendDue]),
]
