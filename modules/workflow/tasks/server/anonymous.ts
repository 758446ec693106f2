import sql, { raw } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { type Anonymous, shuffle } from '#server/data/shuffle.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import type { RoundEntity } from '../../rounds/model/round.ts'

/** What is said in a task without names; who has answered stands apart. */
export interface AnonymousAnswers extends Anonymous {
  /** Column that names the round. */
  round: string
  /** Title of the job of each night. */
  title: string
}
/** Answers lose their order when their round ends. */
export const shuffleRound = (db: Db, { round, ...answers }: AnonymousAnswers, id: string): Promise<number> => shuffle(db, answers, sql`${raw(round)} = ${id}`)
/** Answers of rounds that took some lately are written anew; one that ended by itself counts as such for two days. */
export const shuffleLately = (db: Db, of: RoundEntity, { round, ...answers }: AnonymousAnswers): Promise<number> =>
  shuffle(
    db,
    answers,
    sql`${raw(round)} in (select r.id from ${raw(of.table)} r where r.tenant_id = ${db.me.tenantId} and r.state in ('published', 'paused', 'closed') and r.end_time > now() - interval '2 days')`,
  )
export const shuffleJob = (of: RoundEntity, answers: AnonymousAnswers) => scheduledJob(`${of.module}.shuffle`, answers.title, '25 3 * * *', db => shuffleLately(db, of, answers))
