import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { ANSWERING, aiTestRun } from '../model/test-run.ts'
import { PROMPT_VERSIONS } from './prompts.ts'

/** The use whose answers have citations to count. */
export const CITING = 'policyQa'
/** What the test set is run for. */
export type Version = Pick<Row<typeof aiTestRun>, 'address' | 'model' | 'promptVersion'>
export const versionOf = ({ baseUrl, model }: { baseUrl: string; model: string }): Version => ({ address: baseUrl, model, promptVersion: PROMPT_VERSIONS[CITING] })
export const versionKey = ({ address, model, promptVersion }: Version): string => [address, model, promptVersion].join('\n')
/** 60-AI14: versions that passed the test set, were let in with a reason, or stood before there was a test set. */
export async function answeringVersions(db: Db): Promise<ReadonlySet<string>> {
  const runs = await db.unscoped(aiTestRun).all({ state: [...ANSWERING] }) // a setting of the school, read by the program
  return new Set(runs.map(versionKey))
}
