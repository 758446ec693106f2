import type { Bench } from './bench.ts'
import { launchProduct } from './bench.ts'
import type { Line } from './results.ts'

/** Memory after all other sections, and the time to the first response of a start on an existing database, its embedded PostgreSQL included. */
export async function start({ ours, databases, say }: Bench): Promise<Line[]> {
  const memory = ours.memory()
  say(`memory after the load: ${memory} MB`)
  await ours.stop()
  await databases.stop()
  const again = await launchProduct(databases, { DATABASE_URL: '' })
  const seconds = again.startSeconds
  await again.stop()
  say(`start to first answer: ${seconds.toFixed(2)} s`)
  return [
    { work: '`npm start` on an existing database to first answer', figure: `${seconds.toFixed(1)} s`, target: '≤ 3 s', isMet: seconds <= 3 },
    { work: 'memory of the server process after the load', figure: `${memory} MB`, target: '≤ 220 MB', isMet: memory <= 220 },
  ]
}
