import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import { writeWorkbook } from '#server/spreadsheets/write.ts'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { forgetKept } from './dorm-school.ts'
import { call, type Session, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const [LOANS, STRANGERS, MOST_S, AT_ONCE] = [5200, 12, 60, 16]
const [XN, APPROVED, TUITION, LODGING] = ['2026-2027', 1_200_000, 550_000, 120_000]
const PATH = '/api/flySource-loan'
const TITLES = ['合同号', '身份证号', '姓名', '贷款金额', '放款金额', '放款日期', '银行流水号']
const count = (n: number): string => n.toLocaleString('en')

/** 40-L4: a file of 5,200 payments of student loans, with some that fit none, loaded by two at once, and once more. */
export async function loan({ ours, databases, say }: Bench): Promise<Line[]> {
  const [one, two] = [await signIn(ours.port, ACCOUNTS.officer, PASSWORD), await signIn(ours.port, ACCOUNTS.officer, PASSWORD)]
  const students = await withClient(databases.school, borrowers)
  await registerAll(one, students)
  say(`${count(students.length)} loans registered`)
  const content = await file(students.length)
  const profileId = await withClient(databases.school, async c => (await c.query<{ id: string }>(`select id from export_profile where dataset = 'loanArrival'`)).rows[0]?.id)
  const files = await Promise.all([one, two, one].map(by => put(by, content)))
  const load = (by: Session, fileId: string | undefined): Promise<unknown> => call(by, `${PATH}/loanArrival/import`, { profileId, fileId })
  const began = performance.now()
  const both = await Promise.allSettled([load(one, files[0]), load(two, files[1])])
  const seconds = (performance.now() - began) / 1000
  const [again] = await Promise.allSettled([load(one, files[2])])
  const loaded = both.filter(b => b.status === 'fulfilled').length
  const { booked, open, whole } = await withClient(databases.school, figures)
  say(`loaded twice at once in ${seconds.toFixed(1)} s by ${loaded} of two: ${count(booked)} booked, ${open} listed as unmatched, ${count(whole)} bills and surpluses right`)
  const isMet = seconds <= MOST_S && loaded === 1 && again?.status === 'rejected' && booked === LOANS && open === STRANGERS && whole === LOANS
  return [
    {
      work: `${count(LOANS)} payments of loans and ${STRANGERS} that fit none, one file loaded by two at once and once more: ${count(booked)} booked, ${open} listed`,
      figure: `${seconds.toFixed(1)} s`,
      target: `≤ ${MOST_S} s, each booked once`,
      isMet,
    },
  ]
}
/** Students who owe tuition and lodging of the year. */
async function borrowers(client: pg.Client): Promise<string[]> {
  await client.query(
    `insert into charge_item (tenant_id, code, name, nature, filing_no, period, priority, loan_coverable)
      select s.tenant_id, x.code, x.name, 'administrative', '1', 'year', x.priority, true from (select tenant_id from campus order by code limit 1) s
        cross join (values ('tuition', '学费', 10), ('lodging', '住宿费', 20)) x(code, name, priority)
      where not exists (select from charge_item i where i.tenant_id = s.tenant_id and i.code = x.code)`,
  )
  await client.query(`update charge_item set loan_coverable = code in ('tuition', 'lodging')`)
  await forgetKept(client, 'chargeItem', 'role')
  const { rows } = await client.query<{ id: string }>(
    `with b as (select id, tenant_id, name from student where status = 'active' and deleted_at is null order by md5(id::text || 'loan') limit $1),
      made as (insert into bill_line (tenant_id, payer_type, payer_id, student_id, payer_name, item_id, xn, source_type, source_id, source_seq, charged, due_date, explain)
        select b.tenant_id, 'student', b.id, b.id, b.name, i.id, $2, 'benchLoan', b.id::text, i.code, case i.code when 'tuition' then $3::bigint else $4::bigint end, '2026-09-30', '{}'
        from b join charge_item i on i.tenant_id = b.tenant_id and i.code in ('tuition', 'lodging') returning id)
      select id from b`,
    [LOANS, XN, TUITION, LODGING],
  )
  await client.query('analyze bill_line')
  return rows.map(r => r.id)
}
const contractOf = (n: number): string => `BENCH${String(n).padStart(6, '0')}`
async function registerAll(by: Session, students: readonly string[]): Promise<void> {
  const left = students.map((studentId, n) => ({ studentId, kind: 'campus', bank: '1', xn: XN, approved: APPROVED, contractNo: contractOf(n) }))
  const one = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) await call(by, `${PATH}/creditLoan/register`, next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}
function file(loans: number): Promise<Buffer> {
  const row = (contract: string, n: number): string[] => [contract, '', '', '', (APPROVED / 100).toFixed(2), '2026-11-20', `BENCH${n}`]
  const rows = Array.from({ length: loans + STRANGERS }, (_, n) => row(n < loans ? contractOf(n) : `NOBODY${n}`, n))
  return buffer(writeWorkbook({ name: '放款', columns: TITLES.map(title => ({ title })), rows: [rows] }))
}
async function put(by: Session, content: Buffer): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(content)]), '放款.xlsx')
  return (await call<{ fileId: string }>(by, '/api/flySource-oss/oss/endpoint/put-file', form)).fileId
}
/** Loans whose bills are paid and whose surplus is the rest. */
const figures = async (client: pg.Client): Promise<{ booked: number; open: number; whole: number }> => {
  const { rows } = await client.query<{ booked: number; open: number; whole: number }>(
    `select count(*) filter (where a.matched)::int as booked, count(*) filter (where not a.matched)::int as open,
      count(*) filter (where a.matched and a.offset_total = $1 and l.arrived = l.approved and l.offset_total + l.surplus = l.arrived
        and not exists (select from bill_line b where b.tenant_id = l.tenant_id and b.student_id = l.student_id and b.source_type = 'benchLoan' and b.owed > 0))::int as whole
    from loan_arrival a left join credit_loan l on l.tenant_id = a.tenant_id and l.id = a.loan_id where a.bank_seq like 'BENCH%'`,
    [TUITION + LODGING],
  )
  return rows[0] ?? { booked: 0, open: 0, whole: 0 }
}
