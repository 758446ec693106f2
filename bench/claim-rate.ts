import pg from 'pg'

/** `claim-rate.ts <round> <connections>`: deletes the stays of a round and inserts them again, one row per insert, to get inserts per second. Constraints, indexes and
 *  triggers are the same. */
const [roundId = '', connections = '16'] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: Number(connections) })
const { rows } = await pool.query<{ tenant_id: string; student_id: string; bed_id: string }>('delete from dorm_stay where batch_id = $1 returning tenant_id, student_id, bed_id', [
  roundId,
])
const text = `insert into dorm_stay (tenant_id, student_id, bed_id, kind, source, state, is_open, batch_id, planned_in, hold_until)
  values ($1, $2, $3, 'main', 'claim', 'held', true, $4, current_date + 30, now() + interval '30 minutes') on conflict do nothing`
const left = [...rows]
const began = performance.now()
await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    for (let row = left.pop(); row; row = left.pop()) await pool.query({ name: 'claim', text, values: [row.tenant_id, row.student_id, row.bed_id, roundId] })
  }),
)
process.stdout.write(`${rows.length / ((performance.now() - began) / 1000)}\n`)
await pool.end()
