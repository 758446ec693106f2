import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { setting } from '#modules/system/server/api.ts'
import { application, roundAccounts, roundApproval, task } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, type Db, rules } from '#server/context.ts'
import { surveySubject } from '../model/flow.ts'
import { SURVEY_MESSAGES } from '../model/messages.ts'
import { isSilent } from '../model/question.ts'
import { survey, surveyRound } from '../model/survey.ts'
import { surveyTask, surveyTicket, surveyVersion } from '../model/survey-rows.ts'
import { ANONYMOUS_ANSWER } from './anonymous-answer.ts'
import { mustBeWhole } from './check-publish.ts'
import { askGuardians, remindGuardians } from './guardian-links.ts'
import { newPublicCode } from './public.ts'
import { settingsOf } from './settings.ts'
import { strataToKeep } from './strata.ts'
import { questionsOf, type Survey } from './versions.ts'

/** Promised when it was published. */
const FIXED = ['anonymity', 'asked', 'isPublic', 'oncePer', 'kind', 'editable', 'strata', 'analystIds', 'purposeText', 'deleteAfter', 'quota'] as const
const records = rules(survey, {
  async add({ me }, draft) {
    draft.ownerId = me.userId || null
    draft.teacherId = me.teacherId
  },
  added: async ({ db }, { id }) => void (await db.insert(surveyVersion, { surveyId: id, no: 1, questions: [] })),
  async update(_ctx, row, patch) {
    if (row.state === 'draft') return
    const changed = FIXED.find(name => patch[name] !== undefined && !isDeepStrictEqual(patch[name] ?? null, row[name] ?? null))
    if (changed) throw refusalOf(survey, 'fixedField', { name: row.name, what: { text: survey.fields[changed].label } }, changed)
  },
})
const counts = compute(survey, ['questionCount', 'answerCount'], async ({ db }, rows) => {
  const ids = rows.map(r => r.id)
  const versions = await db.unscoped(surveyVersion).all({ surveyId: ids }) // of rows the caller reads
  const given = await db.query<{ id: string; n: number }>(
    sql`select survey_id as id, count(*)::int as n from survey_result where tenant_id = ${db.me.tenantId} and survey_id = any(${ids}::uuid[]) group by 1`,
  )
  for (const row of rows) {
    const questions = versions.find(v => v.surveyId === row.id && v.no === row.versionNo)?.questions ?? []
    Object.assign(row, { questionCount: questions.filter(q => !isSilent(q)).length, answerCount: given.find(g => g.id === row.id)?.n ?? 0 })
  }
})
/** Tickets for everybody asked, and the strata that their answers may keep. */
async function published(ctx: Ctx, row: Survey): Promise<void> {
  const { db } = ctx
  const people = await roundAccounts(db, survey, row)
  if (row.asked === 'guardian') await askGuardians(db, row)
  else
    await db.insertFrom(surveyTicket, { surveyId: row.id, respondentType: 'user', respondentId: sql`p.id::text`, studentId: sql`p.student_id` }, sql`${people} p`, {
      history: false,
    })
  const kept = await strataToKeep(db, row, people, Number(await setting(db, 'privacy', 'minCell')))
  await db.updateWhere(survey, { id: row.id }, { keptStrata: kept, ...(row.isPublic ? { publicCode: newPublicCode() } : {}) }, { bookkeeping: true })
}
/** Drafts that were not handed in are nobody's business. */
async function closed(db: Db, { id }: Survey): Promise<void> {
  await db.updateWhere(surveyTicket, sql`t.survey_id = ${id} and t.draft is not null`, { draft: null }, { bookkeeping: true })
}
/** Reminded once half of the time has passed, and before the end. */
const halfTime = ({ beginTime, endTime }: Pick<Survey, 'beginTime' | 'endTime'>): number => Math.round((Date.parse(endTime) - Date.parse(beginTime)) / 2 / HOUR_MS)
const aboutSurvey = ({ name, endTime }: Survey) => ({ name, endTime: schoolTimeText(endTime) })
/** The office does not approve what it publishes itself. */
const needsOffice = async (db: Db, { publisher, isPublic }: Survey, people: number): Promise<boolean> => {
  const { needsApproval, approvalOver } = await settingsOf(db)
  return needsApproval && (isPublic || people > approvalOver) && !publisher?.reaches.some(r => r.roleCode === 'officer' || r.roleCode === 'system')
}
export default [
  records,
  counts,
  ...task<typeof survey, Record<never, never>, Record<never, never>>(survey, surveyRound, surveyTask, {
    processType: 'survey',
    audience: 'frozen',
    approval: surveySubject,
    check: mustBeWhole,
    published,
    closed,
    async copied({ db, me }, from, to) {
      await db.insert(surveyVersion, { surveyId: to.id, no: 1, questions: await questionsOf(db, from) })
      await db.update(survey, to.id, { ownerId: me.userId || null, teacherId: me.teacherId })
    },
    anonymous: ANONYMOUS_ANSWER,
    answers: { entity: surveyTicket, round: 'surveyId', isAnswered: sql`a.used_on is not null` },
    asks: {
      todo: ({ name }) => ({ text: '填写“{name}”', values: { name } }),
      done: '已填写',
      link: '/survey/mine',
      staffLink: '/survey/surveys',
      remind: row => ({ event: SURVEY_MESSAGES.remind, values: aboutSurvey(row) }),
      remindHours: async (db, row) => `${halfTime(row)},${(await settingsOf(db)).lastHours}`,
      others: row => (row.asked === 'guardian' ? (db, people) => remindGuardians(db, row.id, people) : undefined),
      isAnonymous: row => row.anonymity === 'anonymous',
    },
  }),
  ...application<typeof survey>(
    surveySubject,
    roundApproval<Survey>(survey, surveyRound, {
      link: row => `/survey/surveys?id=${row.id}`,
      async describe(db, row) {
        const [counted] = await db.query<{ n: number }>(sql`select count(*)::int as n from ${await roundAccounts(db, survey, row)} p`)
        const people = counted?.n ?? 0
        return {
          applicantId: row.publisher?.userId ?? '',
          studentId: null,
          title: { text: '问卷：{name}（{n} 人）', values: { name: row.name, n: people } },
          facts: { people, needsOffice: await needsOffice(db, row, people) },
        }
      },
    }),
  ),
].flat()
