import sql from 'sql-template-tag'
import { trim } from '#model/checks.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { md5 } from '#server/identity/hashing.ts'
import { type Identity, identityIn } from '#server/identity/index.ts'
import { selfRegistration } from '#server/identity/self-registration.ts'
import { smsSenders } from '#server/notifications/sms.ts'
import { settings } from '#server/params/identity-parameters.ts'
import { alumnus } from '../model/alumnus.ts'
import { alumniClaim } from '../model/claim.ts'
import * as act from '../model/claim-actions.ts'
import { heldRefusal, openAccount, turnDown } from './claim-account.ts'
import { candidatesOf } from './match-claims.ts'
import { settingsOf } from './settings.ts'

/** Claims of one phone in a year. */
const MOST = 3
const isOpenIn = async (db: Db): Promise<boolean> => (await settingsOf(db)).selfClaim && smsSenders.of(db) !== undefined
const words = (text: string | null | undefined): string | null => trim(text ?? '') || null

const standing = handle(act.claimStanding, async ({ db }) => ({ isOpen: await isOpenIn(db) }))
/** All other checks come first, because a correct code is consumed; what is about the phone comes after it, so that only its owner is told. */
const claim = handle(act.claimAlumnus, async (ctx, { code, tenantId: _school, ...given }) => {
  const { db, me, refuse } = ctx
  const identity = identityIn(ctx)
  if (!(await isOpenIn(db))) refuse('closed')
  identity.signIn.limitAddress(ctx.ip, settings('login', await identity.deps.params(me.tenantId, 'login')))
  const { leaveYear, enrolYear, mobile } = given
  const [name, majorName] = [trim(given.name), trim(given.majorName)]
  const [firstMate, secondMate, idTail] = [words(given.firstMate), words(given.secondMate), words(given.idTail)?.toUpperCase() ?? null]
  if (leaveYear > Number(today().slice(0, 4))) refuse('yearAhead', { leaveYear }, 'leaveYear')
  if (idTail && !/^\d{5}[\dX]$/.test(idTail)) refuse('tail', {}, 'idTail')
  if (!idTail && !(firstMate && secondMate)) refuse('proof', {}, firstMate ? 'secondMate' : 'firstMate')
  if ((firstMate && firstMate === secondMate) || [firstMate, secondMate].includes(name)) refuse('mates', {}, 'secondMate')
  if (!(await identity.codes.check({ tenantId: me.tenantId, scene: 'verify', mobile }, md5(code.trim())))) refuse('code', {}, 'code')
  const [sum] = await db.query<{ n: number }>(
    sql`select count(*)::int as n from alumni_claim where tenant_id = ${me.tenantId} and mobile = ${mobile} and created_at > now() - interval '1 year'`,
  )
  const n = sum?.n ?? 0
  if (n >= MOST) refuse('most', { n }, 'mobile')
  const said = { className: words(given.className), note: words(given.note), enrolYear: enrolYear ?? null, leaveYear, contactConsent: given.contactConsent ?? false }
  const made = await db.insertOrSkip(alumniClaim, { name, mobile, majorName, ...said, firstMate, secondMate, idTail, state: 'pending' })
  if (!made) return refuse('open', {}, 'mobile')
  await db.emit('alumni.claimed', { claimId: made.id })
})

const candidates = handle(act.claimCandidates, async ({ db }, { id }) => {
  const row = await db.visible(alumniClaim).one(id)
  return (await candidatesOf(db, row)).map(({ row: { id: of, code, name, leaveYear, majorName, className }, mates, tail, hasAccount }) => ({
    ...{ id: of, code, name, leaveYear, majorName, className, mates, tail, hasAccount },
  }))
})
const approve = handle(act.approveClaim, async ({ db }, { id, alumnusId }) => {
  const row = await db.visible(alumniClaim).lock(id, 'approve')
  const of = await db.visible(alumnus).one(alumnusId)
  if (!(await openAccount(db, row, of.id))) throw heldRefusal(of)
})
/** 30-AL4: somebody the school has nothing about becomes a record by what they say. */
const enter = handle(act.enterClaim, async ({ db }, { id, departmentId }) => {
  const row = await db.visible(alumniClaim).lock(id, 'enter')
  const { name, leaveYear, majorName, className } = row
  const made = await db.insert(alumnus, {
    code: await serialNo(db, 'XR', 'alumnus_code_seq'),
    name,
    leaveYear,
    majorName,
    className,
    departmentId,
    source: 'self',
    visible: 'none',
    contactConsent: false,
  })
  if (!(await openAccount(db, row, made.id))) throw heldRefusal(made)
})
const turn = handle(act.refuseClaim, async ({ db }, { id, reason }) => turnDown(db, await db.visible(alumniClaim).lock(id, 'refuse'), reason))

/** Codes go to alumni who are not signed in while the form is open. */
const door = selfRegistration({ code: 'alumni.claim', realm: 'admin', isOpen: ({ deps }: Identity, tenantId) => isOpenIn(deps.gateOf(tenantId)) })
export default [standing, claim, candidates, approve, enter, turn, door]
