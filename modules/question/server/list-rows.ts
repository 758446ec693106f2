import sql, { join } from 'sql-template-tag'
import { type InputOf, pageOf, refusalOf } from '#model'
import { student } from '#modules/student/model/student.ts'
import { type Ctx, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { audit } from '#server/records/verbs.ts'
import { sheetAnswer } from '#server/spreadsheets/answer.ts'
import { exportGroups, exportRows, questionRows } from '../model/actions.ts'
import { answered } from './answer.ts'
import { type Prepared, prepared, valuesOf } from './asked.ts'

const SIZE = 20
const ALL = 50_000
interface Listed {
  studentId: string
  name: string
  studentNo: string | null
  className: string | null
  cells: string[]
  total: number
}
/** The students behind the first figure: by the rights of whoever reads the list, not of whoever asks. */
async function listed({ db, me }: Ctx, { of, on, mayRead, rows }: Prepared, page: { current: number; size: number }): Promise<Listed[]> {
  if (!of.listed || !mayRead) throw refusalOf(questionRows, 'notListed')
  const cells = of.listed.columns.length ? sql`jsonb_build_array(${join(of.listed.columns.map(c => sql`coalesce((${c.value})::text, '')`))})` : sql`'[]'::jsonb`
  const found = await rows(sql`${on}::date`)
  return db.query<Listed>(sql`select r.student_id as "studentId", s.name, s.student_no as "studentNo", c.name as "className", r.cells, count(*) over ()::int as total
    from (select r.student_id, r.class_id, ${cells} as cells from ${found} r where ${of.listed.where}) r
      join ${db.visibleFor(student, of.listedBy).rows()} s on s.id = r.student_id left join stu_class c on c.tenant_id = ${me.tenantId} and c.id = r.class_id
    order by c.name, s.student_no, s.id, r.cells limit ${page.size} offset ${(page.current - 1) * page.size}`)
}
const titlesOf = ({ lang }: Ctx, { of }: Prepared): string[] => (of.listed?.columns ?? []).map(c => translate(lang, c.label))
const nameOf = ({ lang }: Ctx, { of, on }: Prepared): string => `${translate(lang, of.title)} ${on}`
type About = Partial<InputOf<typeof questionRows>>
const pageOfInput = ({ current, size }: About) => ({ current: current ?? 1, size: size ?? SIZE })
export default [
  handle(questionRows, async (ctx, asked) => {
    const [ready, page] = [await prepared(ctx, asked), pageOfInput(asked)]
    const found = await listed(ctx, ready, page)
    return {
      title: ready.of.listed?.title ? translate(ctx.lang, ready.of.listed.title) : null,
      columns: titlesOf(ctx, ready),
      result: found.map(({ total: _total, ...row }) => row),
      page: pageOf(found[0]?.total ?? 0, page.current, page.size),
    }
  }),
  handle(exportRows, async (ctx, asked) => {
    const ready = await prepared(ctx, asked)
    const found = await listed(ctx, ready, { current: 1, size: ALL })
    if (!found.length) throw refusalOf(exportRows, 'empty')
    await audit(ctx, 'export', 'student', null, { question: ready.of.code, on: ready.on, rows: found.length })
    const say = (text: string): string => translate(ctx.lang, text)
    return sheetAnswer({
      name: nameOf(ctx, ready),
      columns: [{ title: say('姓名') }, { title: say('学号'), width: 16 }, { title: say('班级'), width: 20 }, ...titlesOf(ctx, ready).map(title => ({ title, width: 20 }))],
      rows: [found.map(r => [r.name, r.studentNo, r.className, ...r.cells])],
    })
  }),
  handle(exportGroups, async (ctx, asked) => {
    const ready = await prepared(ctx, asked)
    const { groups, groupedBy } = await answered(ctx, ready, asked.by)
    if (!groups.length) throw refusalOf(exportGroups, 'empty')
    const say = (text: string): string => translate(ctx.lang, text)
    const columns = ready.of.figures.flatMap(f => [
      { title: say(f.label), kind: 'number' as const },
      ...(f.of ? [{ title: `${say(f.label)} · ${say('总数')}`, kind: 'number' as const }] : []),
    ])
    return sheetAnswer({
      name: nameOf(ctx, ready),
      columns: [{ title: say(groupedBy), width: 24 }, ...columns],
      rows: [groups.map(g => [g.label, ...valuesOf(ready.of, g.sums).flatMap((v, i) => (ready.of.figures[i]?.of ? [v.n, v.of] : [v.n]))])],
    })
  }),
]
