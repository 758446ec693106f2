import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { type Anonymous, shuffle } from '#server/data/shuffle.ts'

/** 60-OG5: ballots lose their order and what joins them to a voter, each night and when they are counted. */
const BALLOT: Anonymous = { table: 'org_ballot', columns: ['election_id', 'choices'] }
export const shuffleBallots = (db: Db, electionIds: readonly string[]): Promise<number> => shuffle(db, BALLOT, sql`election_id = any(${[...electionIds]}::uuid[])`)
/** Ballots of elections that are called off are counted by nobody. */
export async function dropBallots(db: Db, electionIds: readonly string[]): Promise<void> {
  await db.query(sql`delete from org_ballot where tenant_id = ${db.me.tenantId} and election_id = any(${[...electionIds]}::uuid[])`)
}
