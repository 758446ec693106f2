import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { Refusal, refusalOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { isOpen, notOpen, phaseOf } from '#modules/workflow/rounds/model/round.ts'
import { randomCode } from '#server/base/random-code.ts'
import { RateLimit } from '#server/base/rate-limit.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { customRoutes } from '#server/http/custom-routes.ts'
import { success } from '#server/http/envelope.ts'
import { addressOf, isCampus } from '#server/identity/address-limit.ts'
import type { Identity } from '#server/identity/index.ts'
import { assertActive } from '#server/identity/schools.ts'
import { settings } from '#server/params/identity-parameters.ts'
import { bodyOf } from '#server/records/query.ts'
import { survey } from '../model/survey.ts'
import { surveyAnswer, surveyTicket } from '../model/survey-rows.ts'
import type { Answers } from '../model/walk.ts'
import { settingsOf } from './settings.ts'
import { mustBeAnswered, mustHaveRoom, storeAnonymous } from './store-answer.ts'
import { questionsOf, type Survey } from './versions.ts'

const READS_A_MINUTE = 120
const SENDS_A_MINUTE = 60
const LENGTH = 12
/** A code for the public page that nobody guesses: nearly sixty bits. */
export const newPublicCode = (): string => randomCode(LENGTH)
/** Answered without an account; others are led to sign in and come back. */
const isWithoutAccount = ({ anonymity, oncePer }: Pick<Survey, 'anonymity' | 'oncePer'>): boolean => anonymity === 'anonymous' && oncePer !== 'person'
const text = (value: unknown, most: number): string => (typeof value === 'string' ? value.slice(0, most) : '')

/** The published survey with this code; one that is over and a code that is none are alike (60-SV10). */
async function publicSurvey(db: Db, code: string): Promise<Survey | undefined> {
  const row = await db.unscoped(survey).find({ publicCode: code || '-', isPublic: true }) // whoever has the code
  return row && ['upcoming', 'open', 'paused'].includes(phaseOf(row)) ? row : undefined
}
const isFull = async (db: Db, { id, quota }: Survey): Promise<boolean> => {
  if (!quota) return false
  const [given] = await db.query<{ n: number }>(sql`select count(*)::int as n from survey_result where tenant_id = ${db.me.tenantId} and survey_id = ${id}`)
  return (given?.n ?? 0) >= quota
}
/** The device, or the single call where one may answer often; nothing it is made of says which. */
const deviceOf = (id: string, key: string): string => createHash('sha256').update(`${id} ${key}`).digest('hex')
const usedBy = (db: Db, row: Survey, key: string): Promise<number> =>
  db.unscoped(surveyTicket).count({ surveyId: row.id, respondentType: 'device', respondentId: deviceOf(row.id, key) }) // of the caller's own device

async function shown(db: Db, schoolName: string, code: string, key: string) {
  const row = await publicSurvey(db, code)
  if (!row) return { state: 'closed', schoolName }
  const { id, name, beginTime, endTime } = row
  const head = { schoolName, name, beginTime, endTime }
  if (!isOpen(row)) return { state: 'notOpen', ...head }
  if (!isWithoutAccount(row)) return { state: 'signIn', ...head, id }
  if (await isFull(db, row)) return { state: 'full', ...head }
  if (row.oncePer === 'device' && key && (await usedBy(db, row, key))) return { state: 'answered', ...head }
  const { intro, purposeText, deleteAfter, versionNo, oncePer } = row
  return { state: 'open', ...head, intro, purposeText, deleteAfter, versionNo, oncePer, questions: await questionsOf(db, row) }
}
/** Stored as an anonymous answer is, with the ticket of a device in place of a person's. */
async function take(
  db: Db,
  lang: Parameters<typeof mustBeAnswered>[0],
  code: string,
  given: { versionNo: unknown; answers: unknown; key: string },
): Promise<{ thanks: string | null }> {
  const row = await publicSurvey(db, code)
  if (!row || !isOpen(row)) throw row ? notOpen(survey, row) : refusalOf(survey, 'noCode')
  if (!isWithoutAccount(row)) throw refusalOf(survey, 'signIn', { name: row.name })
  if (given.versionNo !== row.versionNo) throw refusalOf(surveyAnswer, 'version')
  const answers = typeof given.answers === 'object' && given.answers !== null && !Array.isArray(given.answers) ? (given.answers as Answers) : {}
  const settled = mustBeAnswered(lang, await questionsOf(db, row), answers)
  await db.tx(async tx => {
    const ticket = { surveyId: row.id, respondentType: 'device' as const, respondentId: deviceOf(row.id, given.key), usedOn: today() }
    if (!(await tx.insertMany(surveyTicket, [ticket], { skipExisting: true, anonymous: true }))) throw refusalOf(surveyAnswer, 'answered', { name: row.name })
    await mustHaveRoom(tx, row)
    await storeAnonymous(tx, row, settled, { answers, seconds: null, channel: 'public', strata: null })
  })
  return { thanks: row.thanks }
}
/** Beyond so many submissions of an address in an hour a proof of work is asked for; the campus, which shares few addresses, is let through. */
async function mustProve(identity: Identity, hourly: RateLimit, of: { db: Db; tenantId: string; ip: string }, captcha: { key: string; code: string }): Promise<void> {
  const login = settings('login', await identity.deps.params(of.tenantId, 'login'))
  if (isCampus(of.ip, login.campusRanges)) return
  const { publicPerHour } = await settingsOf(of.db)
  if (!hourly.take(`${of.tenantId} ${addressOf(of.ip)}`, publicPerHour)) return
  await identity.captchas.pass('survey', captcha.key, captcha.code, 'captcha')
}
/** The two calls of the public page /fktjwj, without an account (60-SV10). */
export default customRoutes((app, { identity }) => {
  const hourly = new RateLimit(HOUR_MS)
  const schoolOf = async (tenantId: unknown) => {
    const school = await identity.schools.byCode(text(tenantId, 12))
    assertActive(school)
    return { school, db: identity.deps.gateOf(school.id) as Db }
  }
  app.route({
    ...{ method: 'GET', url: '/api/survey/openApi/getPublic', schema: { tags: ['问卷'], summary: '公开问卷' } },
    config: { open: 'a public survey is answered by whoever has its code', limit: READS_A_MINUTE },
    handler: async (request, reply) => {
      const { tenantId, code, key } = request.query as Record<string, unknown>
      const { school, db } = await schoolOf(tenantId)
      reply.header('cache-control', 'no-store')
      return success(await shown(db, school.schoolName, text(code, LENGTH).toUpperCase(), text(key, 64)), request.id, request.lang)
    },
  })
  app.route({
    ...{ method: 'POST', url: '/api/survey/openApi/submit', schema: { tags: ['问卷'], summary: '提交公开问卷' } },
    config: { open: 'a public survey is answered by whoever has its code', limit: SENDS_A_MINUTE },
    handler: async request => {
      const { tenantId, code, versionNo, answers, key, captcha } = bodyOf(request.body)
      const { school, db } = await schoolOf(tenantId)
      const device = text(key, 64)
      if (device.length < 16) throw new Refusal(400, [{ field: 'key', rule: 'value.required', text: '请刷新页面后再提交' }])
      const proof = (captcha ?? {}) as { key?: unknown; code?: unknown }
      await mustProve(identity, hourly, { db, tenantId: school.id, ip: request.ip }, { key: text(proof.key, 200), code: text(proof.code, 2000) })
      return success(await take(db, request.lang, text(code, LENGTH).toUpperCase(), { versionNo, answers, key: device }), request.id, request.lang)
    },
  })
})
