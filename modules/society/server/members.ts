import { studentNumbers } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { type Member, memberStates, societyMember } from '../model/member.ts'
import { keepPost, readmit } from '../model/member-actions.ts'
import { society } from '../model/society.ts'
import { chargeMember } from './fees.ts'
import { lockMember } from './join.ts'
import { begin, lockPair, mayHead, mustBeAtSchool, mustFit, type Pair, refuse, termFrom, told } from './membership.ts'
import { memberTodos } from './notify.ts'

function mustNotBeFuture(joinedOn: string | null | undefined): void {
  if (joinedOn && joinedOn > today()) refuse('future', { joinedOn }, 'joinedOn')
}
/** Under the lock of the pair: who has left goes on with the row of before. */
async function mustBeNew(db: Db, { who, of }: Pair): Promise<void> {
  const row = await db.unscoped(societyMember).find({ studentId: who.id, societyId: of.id }) // only its state is told
  if (row) refuse('onRoster', { name: who.name, society: of.name, state: { text: memberStates.labels[row.state] } }, 'studentId')
}
/** 60-SO4: the roster that staff keep and import obeys the same limits as students who join. */
async function checkNew(db: Db, draft: Partial<Member>): Promise<void> {
  const pair = await lockPair(db, draft.studentId ?? '', draft.societyId ?? '')
  await mustBeNew(db, pair)
  mustBeAtSchool(pair.who)
  mustNotBeFuture(draft.joinedOn)
  await mustFit(db, pair)
  const joinedOn = draft.joinedOn ?? today()
  if (draft.role === 'head') await mayHead(db, pair)
  Object.assign(draft, { state: 'active', joinedOn, ...(draft.role === 'head' ? await termFrom(db, { headTerms: null }) : {}) })
}
async function checkChange(db: Db, row: Member, patch: Partial<Member>): Promise<void> {
  mustNotBeFuture(patch.joinedOn)
  if (patch.joinedOn === null) Object.assign(patch, { joinedOn: row.joinedOn })
  if (patch.role === undefined || patch.role === row.role) return
  const pair = await lockPair(db, row.studentId, row.societyId)
  if (patch.role === 'head') await mayHead(db, pair)
  Object.assign(patch, { postDoubt: null, ...(patch.role === 'head' ? await termFrom(db, row) : { postFrom: null, headUntil: null }) })
}
export default [
  ...studentNumbers(societyMember),
  rules(societyMember, {
    add: ({ db }, draft) => checkNew(db, draft),
    update: ({ db }, row, patch) => checkChange(db, row, patch),
    async added({ db }, row) {
      await chargeMember(db, row, await db.unscoped(society).one(row.societyId)) // of the row just added
      await told(db, row)
    },
    async updated({ db }, before, after) {
      if (before.role === after.role) return
      await memberTodos.follow(db, [after])
      await told(db, after)
    },
  }),
  handle(readmit, async (ctx, { id }) => {
    await ctx.db.visible(societyMember).one(id)
    const { row, ...pair } = await lockMember(ctx, id, 'readmit')
    mustBeAtSchool(pair.who)
    await mustFit(ctx.db, pair)
    await begin(ctx.db, pair, row, 'active', null)
  }),
  handle(keepPost, async ({ db }, { id }) => {
    await db.visible(societyMember).lock(id, 'keepPost')
    await memberTodos.follow(db, [await db.update(societyMember, id, { postDoubt: null })])
  }),
]
